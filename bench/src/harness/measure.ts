export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Repeats a request until `stop`, which returns the longest duration in milliseconds. */
export function repeatUntilStopped(send: () => Promise<Response>) {
  let isStopped = false;
  let longest = 0;
  const requests = (async () => {
    while (!isStopped) {
      const duration = await measureMs(async () => (await send()).arrayBuffer());
      longest = Math.max(longest, duration);
    }
  })();
  return {
    async stop(): Promise<number> {
      isStopped = true;
      await requests;
      return longest;
    },
  };
}
