/** Counts the attempts for a username, from an origin, or for a username from an origin. */
export interface Counter {
  attempts: number;
  since: Date;
  waitUntil: Date | null;
}

/** After `free` attempts, each further one must wait, twice as long each time. */
interface Limit {
  free: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}

/** A counter restarts after this time; once it causes waits, after this time without an attempt. */
export const windowMinutes = 15;

export const loginLimits = {
  /** One username from one network, on one known device or in the user's own sessions. */
  username: { free: 10, firstWaitSeconds: 5, longestWaitSeconds: 300 },
  /** One username from a suspect network. */
  usernameFromSuspect: { free: 3, firstWaitSeconds: 5, longestWaitSeconds: 300 },
  /** One username from all networks together, known devices not counted. */
  usernameEverywhere: { free: 100, firstWaitSeconds: 1, longestWaitSeconds: 30 },
  /** The codes for one username, wherever they are typed. */
  code: { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 600 },
  /** Unknown cards from one network; several classes may try their former cards at once. */
  unknownCards: { free: 100, firstWaitSeconds: 1, longestWaitSeconds: 30 },
} as const satisfies Record<string, Limit>;

/** A network with this many failed attempts, for any usernames, is suspect. It is never blocked. */
export const suspectThreshold = 100;

const hasExpired = ({ since }: Counter, now: Date) =>
  now.getTime() - since.getTime() > windowMinutes * 60_000;

/** 0 if the next attempt need not wait. */
export function secondsToWait({ waitUntil }: Counter, now: Date): number {
  return waitUntil ? Math.max(0, Math.ceil((waitUntil.getTime() - now.getTime()) / 1000)) : 0;
}

/** Adds an attempt; the caller has checked that any wait is over. */
export function countAttempt(counter: Counter, limit: Limit | undefined, now: Date): Counter {
  const { attempts, since } = hasExpired(counter, now) ? { attempts: 0, since: now } : counter;
  const counted = { attempts: attempts + 1, since, waitUntil: null };
  const excess = counted.attempts - (limit?.free ?? Number.POSITIVE_INFINITY);
  if (!limit || excess < 0) return counted;
  const seconds = Math.min(limit.longestWaitSeconds, limit.firstWaitSeconds * 2 ** excess);
  return { ...counted, since: now, waitUntil: new Date(now.getTime() + seconds * 1000) };
}

export function isSuspect(networkCounter: Counter, now: Date): boolean {
  return networkCounter.attempts >= suspectThreshold && !hasExpired(networkCounter, now);
}
