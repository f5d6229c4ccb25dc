import { type Finding, ok, problem, warning } from './findings.ts';

/** Codes of authenticator apps and signatures for the bucket are valid for a limited time. */
const warnAfterMs = 5_000;
const failAfterMs = 60_000;

/** Compares the clock of this machine with another one, in milliseconds since 1970. */
export async function checkClock(
  other: string,
  readTime: () => Promise<number>,
): Promise<Finding[]> {
  const before = Date.now();
  const time = await readTime();
  const after = Date.now();
  if (Number.isNaN(time)) throw new Error(`The time of ${other} cannot be read`);
  const differenceMs = Math.max(before - time, time - after, 0);
  const text = `it differs from that of ${other} by ${(differenceMs / 1000).toFixed(1)} s`;
  const advice = 'Let both machines set their clocks by NTP (systemd-timesyncd, chrony).';
  if (differenceMs > failAfterMs) return [problem('Clock', text, advice)];
  if (differenceMs > warnAfterMs) return [warning('Clock', text, advice)];
  return [ok('Clock', text)];
}
