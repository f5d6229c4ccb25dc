import type { BackupState } from './backups.queries.ts';

const dayMs = 24 * 3_600_000;
const vietnamOffsetMs = 7 * 3_600_000;
const retryAfterMs = 15 * 60_000;
const oldAfterMs = 26 * 3_600_000;

/** The last moment at which the clocks in Vietnam showed this time. */
function findLastMoment(nowMs: number, at: string): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const sinceMidnightMs = (hours * 60 + minutes) * 60_000;
  const day = Math.floor((nowMs + vietnamOffsetMs - sinceMidnightMs) / dayMs);
  return day * dayMs + sinceMidnightMs - vietnamOffsetMs;
}

/**
 * Whether there has been no good backup since the last time of day for it, so one that was missed is made
 * up for. After an attempt, which may still run or have been killed, the next one waits.
 */
export function isBackupDue({ now, good, last }: BackupState, at: string): boolean {
  const nowMs = Date.parse(now);
  if (good !== null && Date.parse(good) >= findLastMoment(nowMs, at)) return false;
  return last === null || nowMs - Date.parse(last) >= retryAfterMs;
}

export function isBackupOld({ now, good_since }: BackupState): boolean {
  return good_since !== null && Date.parse(now) - Date.parse(good_since) > oldAfterMs;
}
