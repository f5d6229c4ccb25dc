/** A key for each of a list's things that have no id: its name, numbered where that is not the first. */
export function keyed<T>(things: readonly T[], nameOf: (thing: T) => string) {
  const seen = new Map<string, number>();
  return things.map((thing) => {
    const name = nameOf(thing);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { key: `${name} ${times}`, thing };
  });
}
