/**
 * Vietnam is seven hours ahead all year. Reckoned, because a browser takes some 30 ms (a slow phone four
 * times that) to make its first formatter; and there is none that could fail.
 */
const aheadMs = 7 * 3_600_000;

/** 'HH:mm DD/MM/YYYY' in Vietnam, 24-hour. */
export function formatDateTime(instant: string | Date): string {
  const { day, time } = inVietnam(instant);
  return `${time} ${formatDay(day)}`;
}

/** 'DD/MM/YYYY' of an instant in Vietnam. */
export function formatDate(instant: string | Date): string {
  return formatDay(inVietnam(instant).day);
}

/** 'DD/MM/YYYY' of a plain date 'YYYY-MM-DD', which has no time zone to be reckoned in. */
export function formatDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** The plain date 'YYYY-MM-DD' it is in Vietnam at this instant. */
export function dayInVietnam(instant: Date): string {
  return inVietnam(instant).day;
}

/** A school year runs from August to July and is named by its first year. */
export function schoolYearOf(day: string): number {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return month >= 8 ? year : year - 1;
}

/** The day 'YYYY-MM-DD' and the time 'HH:mm' there. */
function inVietnam(instant: string | Date) {
  const there = new Date(new Date(instant).getTime() + aheadMs).toISOString();
  return { day: there.slice(0, 10), time: there.slice(11, 16) };
}
