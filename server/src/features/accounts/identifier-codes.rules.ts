/** The most by which a typed code advances the automatic numbering; codes this far ahead or further are ignored. */
const maxAdvance = 10_000;

/** The first automatic code is the year followed by 000001. */
export function getFirstCodeNumber(year: number): number {
  return year * 1_000_000 + 1;
}

/**
 * Returns the next automatic number once these codes are in use. Ignores codes that are not numbers or
 * are too far ahead.
 */
export function advanceCodeNumber(codes: (string | null)[], next: number): number {
  const closeNumbers = codes
    .filter((code) => code !== null && /^[1-9]\d{0,14}$/.test(code))
    .map(Number)
    .filter((number) => number >= next && number < next + maxAdvance);
  return Math.max(next, ...closeNumbers.map((number) => number + 1));
}
