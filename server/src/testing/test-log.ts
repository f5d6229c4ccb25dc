import type { Log } from '../lib/failure-log.ts';

interface LogLine {
  message: string;
  error: string;
}

/** A log that keeps its lines for the test to read. */
export function makeTestLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  return {
    lines,
    error: ({ err }: { err: Error }, message: string) =>
      void lines.push({ message, error: err.message }),
  };
}
