import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';

const maxBytes = 8 * 1024 * 1024;

/**
 * Moves the end of a log that has grown too large to `<file>.1` and empties it. PostgreSQL may keep
 * appending meanwhile; lines written between the two steps are lost.
 */
export function rotateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxBytes) return;
  const end = Buffer.alloc(maxBytes);
  const log = openSync(file, 'r');
  const read = readSync(log, end, 0, maxBytes, size - maxBytes);
  closeSync(log);
  writeFileSync(`${file}.1`, end.subarray(0, read), { mode: 0o600 });
  truncateSync(file);
}

/** The last fatal error, or else the last line, after this position of the log. */
export function readLastError(file: string, position: number): string | undefined {
  const lines = readFileSync(file).subarray(position).toString().split('\n').filter(Boolean);
  const reasons = lines.flatMap((line) => /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? []);
  return reasons.at(-1) ?? lines.at(-1);
}
