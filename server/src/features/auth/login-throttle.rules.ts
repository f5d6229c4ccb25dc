/** The row of `login_tries` that counts for one username, one origin or both. */
export interface Counter {
  tries: number;
  since: Date;
  waitUntil: Date | null;
}

/** So many tries in a row are free; after each further one there is a wait, twice as long each time. */
interface Limit {
  free: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}

/** A count starts afresh after so many minutes; once there are waits, after so many without a try. */
export const windowMinutes = 15;

export const loginLimits = {
  /** One username from one network, on one remembered device or in sessions of its own. */
  username: { free: 10, firstWaitSeconds: 5, longestWaitSeconds: 300 },
  /** The same from a network that has tried very many passwords. */
  usernameFromSuspect: { free: 3, firstWaitSeconds: 5, longestWaitSeconds: 300 },
  /** One username from all networks together, remembered devices not counted. */
  usernameEverywhere: { free: 100, firstWaitSeconds: 1, longestWaitSeconds: 30 },
} as const satisfies Record<string, Limit>;

/** From so many wrong tries on, whatever the usernames, a network is suspect. It is never shut out. */
export const triesOfSuspect = 100;

const isOver = ({ since }: Counter, now: Date) =>
  now.getTime() - since.getTime() > windowMinutes * 60_000;

/** How long the next try must wait, in seconds; 0 if it need not. */
export function secondsToWait({ waitUntil }: Counter, now: Date): number {
  return waitUntil ? Math.max(0, Math.ceil((waitUntil.getTime() - now.getTime()) / 1000)) : 0;
}

/** The counter with one try more, which comes after any wait. */
export function countTry(counter: Counter, limit: Limit | undefined, now: Date): Counter {
  const { tries, since } = isOver(counter, now) ? { tries: 0, since: now } : counter;
  const counted = { tries: tries + 1, since, waitUntil: null };
  const beyond = counted.tries - (limit?.free ?? Number.POSITIVE_INFINITY);
  if (!limit || beyond < 0) return counted;
  const seconds = Math.min(limit.longestWaitSeconds, limit.firstWaitSeconds * 2 ** beyond);
  return { ...counted, since: now, waitUntil: new Date(now.getTime() + seconds * 1000) };
}

export function isSuspect(ofNetwork: Counter, now: Date): boolean {
  return ofNetwork.tries >= triesOfSuspect && !isOver(ofNetwork, now);
}
