import type { SchoolClass } from '@lop-xanh/contract/classes';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUrlParams } from '../../lib/url-params.ts';
import { refreshClass, weeksQuery } from './attendance.api.ts';
import { useQueuedCorrections } from './correction-sender.ts';
import { useQueuedSheets } from './sheet-sender.ts';
import { useCalendarWeek } from './use-calendar-week.ts';

export type ClassWeeksState = ReturnType<typeof useClassWeeks>;

/** The saved, unsent and selected weeks of a class, and this week. */
export function useClassWeeks(schoolClass: SchoolClass) {
  const { id } = schoolClass;
  const client = useQueryClient();
  const { params } = useUrlParams();
  const query = useQuery(weeksQuery(id));
  const { unsent, rejectedCount: rejectedSheets } = useQueuedSheets(id);
  const { unsentCorrections, rejectedCount: rejectedCorrections } = useQueuedCorrections(id);
  const rejectedCount = rejectedSheets + rejectedCorrections;
  useEffect(() => {
    if (rejectedCount > 0) void refreshClass(client, id);
  }, [client, id, rejectedCount]);

  const { data } = query;
  const savedWeeks = new Map(data?.weeks.map((saved) => [saved.week, saved]));
  const unsentWeeks = new Map(unsent.map((sheet) => [sheet.week, sheet]));
  const canTake = data?.can.take ?? false;
  const firstOpenWeek = allWeeks.find((week) => !savedWeeks.has(week) && !unsentWeeks.has(week));
  const lastSavedWeek = data?.weeks.at(-1)?.week;
  const requestedWeek = Number(params.get('week'));
  const defaultWeek = canTake ? firstOpenWeek : lastSavedWeek;
  const selectedWeek = allWeeks.includes(requestedWeek) ? requestedWeek : defaultWeek;
  return {
    query,
    data,
    savedWeeks,
    unsentWeeks,
    unsentCorrections,
    sheets: [...savedWeeks.values(), ...unsentWeeks.values()],
    canTake,
    calendarWeek: useCalendarWeek(schoolClass),
    selectedWeek,
  };
}
