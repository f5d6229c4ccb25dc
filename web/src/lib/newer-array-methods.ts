/**
 * The methods of arrays that Chrome and Edge have from 110, which copy instead of changing the array in place.
 * Imported before everything else.
 */
const newerMethods = {
  toReversed<T>(this: T[]): T[] {
    // oxlint-disable-next-line unicorn/no-array-reverse -- what it stands in for
    return [...this].reverse();
  },
  toSorted<T>(this: T[], compare?: (a: T, b: T) => number): T[] {
    // oxlint-disable-next-line unicorn/no-array-sort -- what it stands in for
    return [...this].sort(compare);
  },
  toSpliced<T>(this: T[], start: number, deleted: number, ...items: T[]): T[] {
    const copy = [...this];
    copy.splice(start, deleted, ...items);
    return copy;
  },
};

for (const [name, value] of Object.entries(newerMethods)) {
  if (!(name in Array.prototype)) {
    // oxlint-disable-next-line no-extend-native -- a browser of the promise may lack it
    Object.defineProperty(Array.prototype, name, { value, writable: true, configurable: true });
  }
}
