import { t } from '@lingui/core/macro';
import type { AttendanceOverview, ClassOverview } from '@lop-xanh/contract/attendance-overview';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { describeError } from '../../lib/api-errors.ts';
import { useToday } from '../../lib/today.ts';
import { toast } from '../../ui/toast.ts';
import { type OverviewChoice, useReminders } from './attendance-overview.api.ts';
import { listMissing } from './overview-figures.ts';

/** The classes without a sheet of the chosen week, and who of them can be reminded now. */
export function useMissing(overview: AttendanceOverview, choice: OverviewChoice) {
  const today = useToday();
  const reminders = useReminders(choice);
  // Nobody can take a sheet of a past year.
  const missing = choice.school_year === undefined ? listMissing(overview, today) : [];
  const isReminded = ({ remindedAt }: ClassOverview) =>
    remindedAt !== null && getVietnamDate(new Date(remindedAt)) === today;
  const remind = (classes: ClassOverview[]) =>
    reminders.mutate(
      { classIds: classes.map(({ id }) => id), week: overview.week },
      {
        onError: (error) =>
          toast({ kind: 'error', message: describeError(error, t`Chưa nhắc được, hãy thử lại`) }),
      },
    );
  return {
    missing,
    remindable: missing.filter((missed) => missed.teacher && !isReminded(missed)),
    isReminded,
    remind,
    isReminding: reminders.isPending,
  };
}
