import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';

export const demoWeeks = 9;

const dayMs = 86_400_000;
const formatDate = (time: number) => new Date(time).toISOString().slice(0, 10);

const getMonday = (time: number) => time - ((new Date(time).getUTCDay() + 6) % 7) * dayMs;

/** The calendar agrees with the sheets: the first week without one is this week. */
export function getDemoFirstMonday(today: string): string {
  return formatDate(getMonday(Date.parse(today)) - demoWeeks * 7 * dayMs);
}

/** Lists Mondays up to last week, or days closer together if the school year has just begun. */
export function listDemoDates(today: string): string[] {
  const now = Date.parse(today);
  const firstDay = Date.parse(`${getSchoolYear(today)}-08-01`);
  const monday = getMonday(now);
  const hasEnoughWeeks = monday - demoWeeks * 7 * dayMs >= firstDay;
  const step = hasEnoughWeeks ? 7 : Math.floor((now - firstDay) / dayMs / demoWeeks);
  const end = hasEnoughWeeks ? monday : now;
  return Array.from({ length: demoWeeks }, (_, index) =>
    formatDate(end - (demoWeeks - index) * step * dayMs),
  );
}

/** A week before the first sheet: when everybody joined their class of this year. */
export function getDemoJoinTime(): string {
  const [firstDay = ''] = listDemoDates(getVietnamDate(new Date()));
  return new Date(Date.parse(firstDay) - 7 * dayMs).toISOString();
}

const reasons = [
  'Bị sốt, mẹ xin phép',
  '',
  'Về quê với gia đình',
  '',
  'Khám răng',
  'Đau bụng',
  'Nhà có việc, có giấy xin phép',
];

/** A few students are absent each week, some with a note; the first student is absent once. */
export function makeDemoMark(index: number, week: number): { isPresent: boolean; note: string } {
  const isAbsent = index === 0 ? week === 4 : (index * 7 + week * 11) % 19 === 0;
  if (isAbsent) return { isPresent: false, note: reasons[(index + week) % reasons.length] ?? '' };
  const isLate = (index * 5 + week * 3) % 83 === 0;
  return { isPresent: true, note: isLate ? 'Đến muộn 10 phút' : '' };
}
