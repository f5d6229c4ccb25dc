/** Gives items without an id a React key: their name and how often it has occurred. */
export function withKeys<T>(items: readonly T[], getName: (item: T) => string) {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const name = getName(item);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { key: `${name} ${count}`, item };
  });
}
