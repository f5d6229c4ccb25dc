import type { Log } from '../failure-log.ts';

interface Line {
  message: string;
  error: string;
}

/** A log that a test reads. */
export function keepLog(): Log & { lines: Line[] } {
  const lines: Line[] = [];
  return {
    lines,
    error: ({ err }: { err: Error }, message: string) =>
      void lines.push({ message, error: err.message }),
  };
}
