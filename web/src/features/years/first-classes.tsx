import { t } from '@lingui/core/macro';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import type { SchoolYear } from '@lop-xanh/contract/years';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import { ClassGenerator } from './class-generator.tsx';
import { CurrentYear } from './current-year.tsx';
import classes from './first-classes.module.css';
import { useGenerateClasses } from './years.api.ts';

interface Props {
  schoolId: number;
  schoolYear: SchoolYear;
}

/** For a school that has no classes yet: creates those of the current year. */
export function FirstClasses({ schoolId, schoolYear }: Props) {
  const { mutate, isPending, error } = useGenerateClasses(schoolId);
  const name = formatSchoolYear(schoolYear.year);
  return (
    <>
      <PageHeader title={t`Năm học ${name}`} />
      <Card>
        <EmptyState
          picture={<SproutPicture />}
          title={t`Trường chưa có lớp nào`}
          text={t`Tạo các lớp của năm học ${name}, rồi nhập học sinh và giáo viên ở trang Tài khoản.`}
        />
        <div className={classes.generator}>
          <ClassGenerator
            countNew={(grades, endings) => grades.length * endings.length}
            isBusy={isPending}
            onGenerate={(grades, letters) =>
              mutate(
                { grades, letters },
                {
                  onSuccess: ({ classes: { length: count } }) =>
                    toast({ kind: 'success', message: t`Đã thêm ${count} lớp` }),
                },
              )
            }
          />
          <FormError message={error && describeError(error, t`Chưa lưu được, hãy thử lại`)} />
        </div>
      </Card>
      <CurrentYear schoolId={schoolId} schoolYear={schoolYear} />
    </>
  );
}
