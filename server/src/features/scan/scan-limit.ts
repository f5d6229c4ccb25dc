import { scan } from '@lop-xanh/contract/scan';
import { AppError } from '../../http/app-error.ts';

const minuteMs = 60_000;

/** Counts each user's scans in the minute that began with the first of them. */
export function limitScans(now: () => number = Date.now) {
  const minutes = new Map<number, { since: number; scans: number }>();
  return (userId: number): void => {
    const time = now();
    for (const [id, { since }] of minutes) if (time - since >= minuteMs) minutes.delete(id);
    const minute = minutes.get(userId) ?? { since: time, scans: 0 };
    if (minute.scans >= scan.analyze.callsPerMinute) {
      const retryAfterSeconds = Math.ceil((minute.since + minuteMs - time) / 1000);
      throw new AppError('too_many_requests', { retryAfterSeconds });
    }
    minute.scans += 1;
    minutes.set(userId, minute);
  };
}
