/** The same numbers for the same seed, everywhere and always, so that figures can be reproduced (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_00_00_00_00;
  };
  return {
    shuffle<T>(values: readonly T[]): T[] {
      const ranked = values.map((value) => ({ value, rank: next() }));
      return ranked.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value);
    },
  };
}
