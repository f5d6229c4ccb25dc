/**
 * Vietnam is UTC+7 all year, so we add the offset ourselves: creating the first Intl formatter takes a
 * browser about 30 ms, and a slow phone four times that.
 */
const utcOffsetMs = 7 * 3_600_000;

/** 'HH:mm DD/MM/YYYY' in Vietnam. */
export function formatDateTime(instant: string | Date): string {
  const { day, time } = toVietnamTime(instant);
  return `${time} ${formatDay(day)}`;
}

/** 'DD/MM/YYYY' of an instant in Vietnam. */
export function formatDate(instant: string | Date): string {
  return formatDay(toVietnamTime(instant).day);
}

/** 'DD/MM/YYYY' of a plain date 'YYYY-MM-DD'. */
export function formatDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** The date 'YYYY-MM-DD' in Vietnam at this instant. */
export function getVietnamDate(instant: Date): string {
  return toVietnamTime(instant).day;
}

/** A school year runs from August to July and is named by its first year. */
export function getSchoolYear(day: string): number {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return month >= 8 ? year : year - 1;
}

/** '2026–2027' for the year named 2026. */
export function formatSchoolYear(year: number): string {
  return `${year}–${year + 1}`;
}

/** The day 'YYYY-MM-DD' and the time 'HH:mm' in Vietnam. */
function toVietnamTime(instant: string | Date) {
  const local = new Date(new Date(instant).getTime() + utcOffsetMs).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}
