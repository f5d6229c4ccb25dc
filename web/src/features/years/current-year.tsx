import { t } from '@lingui/core/macro';
import { formatDay, formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import type { SchoolYear } from '@lop-xanh/contract/years';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { FirstMondaySelect } from './first-monday-select.tsx';
import { useSetFirstMonday } from './years.api.ts';

interface Props {
  schoolId: number;
  schoolYear: SchoolYear;
}

/** The first week of the year that is under way, which can be changed until the first attendance sheet. */
export function CurrentYear({ schoolId, schoolYear }: Props) {
  const { year, first_monday, version } = schoolYear;
  const name = formatSchoolYear(year);
  const day = formatDay(first_monday);
  const { mutate, isPending, variables } = useSetFirstMonday(schoolId);
  const change = (firstMonday: string) => {
    const newDay = formatDay(firstMonday);
    mutate(
      { year, version, firstMonday },
      {
        onSuccess: () =>
          toast({ kind: 'success', message: t`Năm học ${name}: tuần 1 từ ${newDay}` }),
        onError: (error) =>
          toast({ kind: 'error', message: describeError(error, t`Chưa lưu được, hãy thử lại`) }),
      },
    );
  };
  return (
    <Card title={t`Năm học ${name}`}>
      {schoolYear.can.setFirstMonday ? (
        <FirstMondaySelect
          label={t`Tuần 1 từ thứ hai`}
          description={t`Đổi được đến khi có phiếu điểm danh đầu tiên.`}
          year={year}
          maw={320}
          value={isPending ? variables.firstMonday : first_monday}
          disabled={isPending}
          onChange={change}
        />
      ) : (
        <p>{t`Tuần 1 từ ${day}`}</p>
      )}
    </Card>
  );
}
