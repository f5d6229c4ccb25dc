import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';

const mostBytes = 8 * 1024 * 1024;

/**
 * Keeps the end of a log that has grown too large in a file beside it, and empties it. PostgreSQL only
 * ever appends, so it may go on writing meanwhile: what it writes between the two steps is lost.
 */
export function limitLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= mostBytes) return;
  const end = Buffer.alloc(mostBytes);
  const log = openSync(file, 'r');
  const read = readSync(log, end, 0, mostBytes, size - mostBytes);
  closeSync(log);
  writeFileSync(`${file}.1`, end.subarray(0, read), { mode: 0o600 });
  truncateSync(file);
}

/** What PostgreSQL said of its end in the lines after this position of its log. */
export function lastWords(file: string, position: number): string | undefined {
  const lines = readFileSync(file).subarray(position).toString().split('\n').filter(Boolean);
  const reasons = lines.flatMap((line) => /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? []);
  return reasons.at(-1) ?? lines.at(-1);
}
