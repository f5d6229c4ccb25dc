import { scan } from '@lop-xanh/contract/scan';
import { AppError } from '../../http/app-error.ts';

const minuteMs = 60_000;

/** Limits each user's scans per minute; a minute starts with the user's first scan. */
export function createScanLimit(now: () => number = Date.now) {
  const windows = new Map<number, { startedAt: number; scans: number }>();
  return (userId: number): void => {
    const time = now();
    for (const [id, { startedAt }] of windows) {
      if (time - startedAt >= minuteMs) windows.delete(id);
    }
    const current = windows.get(userId) ?? { startedAt: time, scans: 0 };
    if (current.scans >= scan.analyze.requestsPerMinute) {
      const retryAfterSeconds = Math.ceil((current.startedAt + minuteMs - time) / 1000);
      throw new AppError('too_many_requests', { retryAfterSeconds });
    }
    current.scans += 1;
    windows.set(userId, current);
  };
}
