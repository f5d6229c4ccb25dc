import { schoolYearOf } from '@lop-xanh/contract/rules/dates';

export const demoWeeks = 9;

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Mondays up to last week; where the school year is too young for that, closer together. */
export function demoDates(today: string): string[] {
  const now = Date.parse(today);
  const firstDay = Date.parse(`${schoolYearOf(today)}-08-01`);
  const monday = now - ((new Date(now).getUTCDay() + 6) % 7) * dayMs;
  const isRoomForWeeks = monday - demoWeeks * 7 * dayMs >= firstDay;
  const step = isRoomForWeeks ? 7 : Math.floor((now - firstDay) / dayMs / demoWeeks);
  const end = isRoomForWeeks ? monday : now;
  return Array.from({ length: demoWeeks }, (_, at) => dayOf(end - (demoWeeks - at) * step * dayMs));
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

/** A few are away each week, some with a word about why; the student in the first place once. */
export function demoMark(place: number, week: number): { isPresent: boolean; note: string } {
  const isAway = place === 0 ? week === 4 : (place * 7 + week * 11) % 19 === 0;
  if (isAway) return { isPresent: false, note: reasons[(place + week) % reasons.length] ?? '' };
  const isLate = (place * 5 + week * 3) % 83 === 0;
  return { isPresent: true, note: isLate ? 'Đến muộn 10 phút' : '' };
}
