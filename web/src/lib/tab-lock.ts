/** Runs `work` while no other tab does. Without https there are no locks, and it runs at once. */
export async function withTabLock<T>(
  name: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, options, work) : work();
}
