/** Does it while no other tab does; where the browser has no locks (a page that is not on https), at once. */
export async function inOneTab<T>(
  name: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, options, work) : work();
}
