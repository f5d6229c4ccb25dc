import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import {
  type CounterKey,
  lockCounters,
  uncountAttempt,
  writeCounters,
} from './login-throttle.queries.ts';
import { countAttempt, isSuspect, loginLimits, secondsToWait } from './login-throttle.rules.ts';

/**
 * A known device or session has its own counter, which attempts by strangers do not affect. The codes of
 * a second factor have one for all networks and devices: whoever guesses them knows the password.
 */
export type Origin = { network: string } | { device: string } | 'session' | 'code';

interface Attempt {
  username: string;
  origin: Origin;
}

/**
 * Counts the attempt before it runs the check. Attempts for one username are counted one at a time, so
 * that a hundred parallel guesses get no further than ten.
 */
export async function checkThrottled(
  db: Db,
  attempt: Attempt,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const keys = toCounterKeys(attempt);
  await db.transaction((transaction) => countOrReject(transaction, keys));
  const isCorrect = await check();
  if (isCorrect) await uncountAttempt(db, keys.own, Object.values(keys.shared ?? {}));
  return isCorrect;
}

interface CounterKeys {
  own: CounterKey;
  /** Counters that attempts by other users or from other networks also use. */
  shared?: { everywhere: CounterKey; network: CounterKey };
}

function toCounterKeys({ username: typedUsername, origin }: Attempt): CounterKeys {
  const username = typedUsername.toLowerCase();
  if (typeof origin === 'string') return { own: { username, origin } };
  if ('device' in origin) return { own: { username, origin: `device ${origin.device}` } };
  const { network } = origin;
  return {
    own: { username, origin: network },
    shared: { everywhere: { username, origin: '' }, network: { username: '', origin: network } },
  };
}

async function countOrReject(db: Db, { own, shared }: CounterKeys): Promise<void> {
  const { getCounter, now } = await lockCounters(db, [own, ...Object.values(shared ?? {})]);
  const { username, usernameEverywhere, usernameFromSuspect, code } = loginLimits;
  const isFromSuspect = shared && isSuspect(getCounter(shared.network), now);
  const limited = [
    {
      key: own,
      limit: own.origin === 'code' ? code : isFromSuspect ? usernameFromSuspect : username,
    },
    ...(shared ? [{ key: shared.everywhere, limit: usernameEverywhere }] : []),
    ...(shared ? [{ key: shared.network, limit: undefined }] : []),
  ];
  const seconds = Math.max(...limited.map(({ key }) => secondsToWait(getCounter(key), now)));
  if (seconds > 0) throw tooManyAttempts(own.origin === 'code' ? 'codes' : 'logins', seconds);
  await writeCounters(
    db,
    limited.map(({ key, limit }) => ({ ...key, ...countAttempt(getCounter(key), limit, now) })),
  );
}

function tooManyAttempts(kind: 'logins' | 'codes', seconds: number): AppError {
  const retry = { retryAfterSeconds: seconds };
  if (seconds < 60)
    return new AppError(`too_many_${kind}_wait_seconds`, { ...retry, values: { seconds } });
  const minutes = Math.ceil(seconds / 60);
  return new AppError(`too_many_${kind}_wait_minutes`, { ...retry, values: { minutes } });
}
