/** How far ahead of the automatic numbering a typed code may be and still carry it along. */
const reach = 10_000;

/** An automatic code is a number: the year in which the first was given, followed by 000001, and so on. */
export function firstNumber(year: number): number {
  return year * 1_000_000 + 1;
}

/** The next automatic number once these codes are taken: one that is far off, or no number, moves nothing. */
export function numberAfter(codes: (string | null)[], next: number): number {
  const near = codes
    .filter((code) => code !== null && /^[1-9]\d{0,14}$/.test(code))
    .map(Number)
    .filter((number) => number >= next && number < next + reach);
  return Math.max(next, ...near.map((number) => number + 1));
}
