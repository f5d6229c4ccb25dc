/** Works on several items at a time. After a failure it begins no other one, and fails when all have ended. */
export async function forEachAtOnce<Item>(
  items: Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // All loops take from the same generator, which the first failing loop closes.
  const queue = (function* () {
    yield* items;
  })();
  const loop = async () => {
    for (const item of queue) await work(item);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: count }, loop));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}
