import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Clock {
  /** What a process needs to run by this clock. */
  environment: Record<string, string>;
  /** Moves all processes to this time in Vietnam, 'YYYY-MM-DD HH:mm', from which it goes on. */
  set: (time: string) => void;
  now: () => Date;
  remove: () => void;
}

/** A clock for servers, their PostgreSQL and commands. Timers keep their pace. */
export function createClock(): Clock {
  const folder = mkdtempSync(join(tmpdir(), 'lop-xanh-clock-'));
  // PostgreSQL runs as another user if we are root.
  chmodSync(folder, 0o755);
  const file = join(folder, 'offset');
  let offsetSeconds = 0;
  return {
    environment: {
      LD_PRELOAD: process.env.FAKETIME_LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set(time) {
      const instant = Date.parse(`${time.replace(' ', 'T')}:00+07:00`);
      offsetSeconds = Math.round((instant - Date.now()) / 1000);
      writeFileSync(file, `${offsetSeconds}\n`, { mode: 0o644 });
    },
    now: () => new Date(Date.now() + offsetSeconds * 1000),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
