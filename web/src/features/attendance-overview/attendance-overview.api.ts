import {
  type AttendanceOverview,
  attendanceOverview,
} from '@lop-xanh/contract/attendance-overview';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';

export interface OverviewChoice {
  school_id: number;
  /** By default the latest. */
  school_year: number | undefined;
  /** By default this week. */
  week: number | undefined;
}

/** Never fresh: classes save their sheets all day. */
export const overviewQuery = (choice: OverviewChoice) =>
  queryOptions({
    queryKey: ['attendance-overview', choice],
    queryFn: () => request(attendanceOverview.read, { query: choice }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function downloadOverview(choice: OverviewChoice, fileName: string): Promise<void> {
  return download(attendanceOverview.file, { query: { ...choice } }, fileName);
}

/** Reminds classes one after the other, and shows each reminder as soon as it is sent. */
export function useReminders(choice: OverviewChoice) {
  const client = useQueryClient();
  const { queryKey } = overviewQuery(choice);
  return useMutation({
    mutationFn: async ({ classIds, week }: { classIds: number[]; week: number }) => {
      for (const id of classIds) {
        const { remindedAt } = await request(attendanceOverview.remind, { params: { id, week } });
        client.setQueryData(
          queryKey,
          (overview) => overview && markReminded(overview, id, remindedAt),
        );
      }
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}

function markReminded(
  overview: AttendanceOverview,
  classId: number,
  remindedAt: string,
): AttendanceOverview {
  const classes = overview.classes.map((schoolClass) =>
    schoolClass.id === classId ? { ...schoolClass, remindedAt } : schoolClass,
  );
  return { ...overview, classes };
}
