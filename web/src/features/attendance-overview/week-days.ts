import { allWeeks } from '@lop-xanh/contract/rules/weeks';

const dayMs = 86_400_000;

/** The Monday of a week, as a plain date. */
export function getMonday(firstMonday: string, week: number): string {
  return new Date(Date.parse(firstMonday) + (week - 1) * 7 * dayMs).toISOString().slice(0, 10);
}

/** The months of the teaching weeks, by their Mondays, with the number of weeks in each. */
export function listMonths(firstMonday: string): { month: number; weeks: number }[] {
  const months: { month: number; weeks: number }[] = [];
  for (const week of allWeeks) {
    const month = Number(getMonday(firstMonday, week).slice(5, 7));
    const last = months.at(-1);
    if (last?.month === month) last.weeks += 1;
    else months.push({ month, weeks: 1 });
  }
  return months;
}
