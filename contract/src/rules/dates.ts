const timeZone = 'Asia/Ho_Chi_Minh';

type Parts = Record<'day' | 'month' | 'year' | 'hour' | 'minute', string>;

const vietnamese = lazily(
  () =>
    new Intl.DateTimeFormat('vi-VN', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

/** 'HH:mm DD/MM/YYYY' in Vietnam, 24-hour. */
export function formatDateTime(instant: string | Date): string {
  const parts = partsOf(new Date(instant));
  return `${parts.hour}:${parts.minute} ${parts.day}/${parts.month}/${parts.year}`;
}

/** 'DD/MM/YYYY' of an instant in Vietnam. */
export function formatDate(instant: string | Date): string {
  const parts = partsOf(new Date(instant));
  return `${parts.day}/${parts.month}/${parts.year}`;
}

/** 'DD/MM/YYYY' of a plain date 'YYYY-MM-DD', which has no time zone to be reckoned in. */
export function formatDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** The plain date 'YYYY-MM-DD' it is in Vietnam at this instant. */
export function dayInVietnam(instant: Date): string {
  const parts = partsOf(instant);
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** A school year runs from August to July and is named by its first year. */
export function schoolYearOf(day: string): number {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return month >= 8 ? year : year - 1;
}

function partsOf(instant: Date): Parts {
  try {
    const found = vietnamese().formatToParts(instant);
    return Object.fromEntries(found.map(({ type, value }) => [type, value])) as Parts;
  } catch {
    return deviceParts(instant);
  }
}

/** For a device whose browser lacks the locale or the time zone: its own local time. */
function deviceParts(instant: Date): Parts {
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    day: two(instant.getDate()),
    month: two(instant.getMonth() + 1),
    year: String(instant.getFullYear()),
    hour: two(instant.getHours()),
    minute: two(instant.getMinutes()),
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
