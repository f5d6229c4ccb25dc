import type { SchoolClass } from '@lop-xanh/contract/classes';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useChoices } from '../../lib/choices.ts';
import { refreshClass, weeksQuery } from './attendance.api.ts';
import { useRollsOf } from './sheet-sender.ts';

export type ClassWeeks = ReturnType<typeof useClassWeeks>;

/** A class's year as this device knows it: what is saved, what waits to be sent, what is chosen. */
export function useClassWeeks({ id }: SchoolClass) {
  const client = useQueryClient();
  const { params } = useChoices();
  const query = useQuery(weeksQuery(id));
  const { unsent, refusedCount } = useRollsOf(id);
  useEffect(() => {
    if (refusedCount > 0) void refreshClass(client, id);
  }, [client, id, refusedCount]);

  const { data } = query;
  const saved = new Map(data?.weeks.map((one) => [one.week, one]));
  const waiting = new Map(unsent.map((one) => [one.week, one]));
  const canTake = data?.can.take ?? false;
  const firstOpen = allWeeks.find((week) => !saved.has(week) && !waiting.has(week));
  const lastSaved = data?.weeks.at(-1)?.week;
  const asked = Number(params.get('week'));
  const week = allWeeks.includes(asked) ? asked : canTake ? firstOpen : lastSaved;
  return { query, data, saved, waiting, canTake, firstOpen, week };
}
