import { t } from '@lingui/core/macro';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import type { School } from '@lop-xanh/contract/schools';
import type { SchoolYear } from '@lop-xanh/contract/years';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react';
import { formatCount } from '../../language/format-count.ts';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { askToConfirm } from '../../ui/dialogs.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { TreePicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import { CurrentYear } from './current-year.tsx';
import classes from './started-year.module.css';
import { useUndoYear } from './years.api.ts';

interface Props {
  school: School;
  schoolYear: SchoolYear;
  onPrepareNext: () => void;
}

/** The year that has just been started, as long as the start can be undone. */
export function StartedYear({ school, schoolYear, onPrepareNext }: Props) {
  const undo = useUndoYear(school.id);
  const name = formatSchoolYear(schoolYear.year);
  const formerName = formatSchoolYear(schoolYear.year - 1);
  const nextName = formatSchoolYear(schoolYear.year + 1);
  const students = formatCount(school.student_count);
  const classCount = formatCount(school.class_count);
  const undoStart = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Hoàn tác năm học ${name}?`,
      message: t`Mọi người trở lại lớp của năm học ${formerName}, các em đã ra trường và rời đi cũng vậy. Bản nháp vẫn còn.`,
      confirmLabel: t`Hoàn tác`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    undo.mutate(undefined, {
      onSuccess: () => toast({ kind: 'success', message: t`Đã hoàn tác năm học ${name}` }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Chưa hoàn tác được, hãy thử lại`) }),
    });
  };
  return (
    <>
      <PageHeader title={t`Năm học ${name}`} />
      <Card>
        <EmptyState
          picture={<TreePicture />}
          title={t`Năm học ${name} đã bắt đầu`}
          text={t`${students} em · ${classCount} lớp. Có thể hoàn tác trong 7 ngày, đến khi có phiếu điểm danh hoặc bài đầu tiên.`}
        >
          <div className={classes.buttons}>
            <Button
              variant="default"
              loading={undo.isPending}
              leftSection={<IconArrowBackUp size={20} aria-hidden />}
              onClick={() => void undoStart()}
            >
              {t`Hoàn tác`}
            </Button>
            <Button
              variant="light"
              rightSection={<IconArrowRight size={20} aria-hidden />}
              onClick={onPrepareNext}
            >
              {t`Chuẩn bị năm học ${nextName}`}
            </Button>
          </div>
        </EmptyState>
      </Card>
      <CurrentYear schoolId={school.id} schoolYear={schoolYear} />
    </>
  );
}
