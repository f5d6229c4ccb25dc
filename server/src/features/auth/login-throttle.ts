import type { Database, Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import {
  type CounterKey,
  holdCounters,
  takeBack,
  writeCounters,
} from './login-throttle.queries.ts';
import { countTry, isSuspect, loginLimits, secondsToWait } from './login-throttle.rules.ts';

/** Where a try comes from. What a user has of their own is not affected by what strangers do. */
export type Origin = { network: string } | { device: string } | 'session';

interface Attempt {
  username: string;
  origin: Origin;
}

/**
 * Checks a password for somebody who may be guessing. The try is counted before it is checked, one of a
 * username after the other, so that a hundred guesses at once teach no more than ten.
 */
export async function throttled(
  { db }: Database,
  attempt: Attempt,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const keys = keysOf(attempt);
  await db.transaction().execute((transaction) => count(transaction, keys));
  const isRight = await check();
  if (isRight) await takeBack(db, keys.own, Object.values(keys.shared ?? {}));
  return isRight;
}

interface Keys {
  own: CounterKey;
  /** A network has many users, and a username is tried from many networks. */
  shared?: { everywhere: CounterKey; network: CounterKey };
}

function keysOf({ username: typed, origin }: Attempt): Keys {
  const username = typed.toLowerCase();
  if (origin === 'session') return { own: { username, origin } };
  if ('device' in origin) return { own: { username, origin: `device ${origin.device}` } };
  const { network } = origin;
  return {
    own: { username, origin: network },
    shared: { everywhere: { username, origin: '' }, network: { username: '', origin: network } },
  };
}

async function count(db: Db, { own, shared }: Keys): Promise<void> {
  const { counterOf, now } = await holdCounters(db, [own, ...Object.values(shared ?? {})]);
  const { username, usernameEverywhere, usernameFromSuspect } = loginLimits;
  const hasSuspect = shared && isSuspect(counterOf(shared.network), now);
  const counted = [
    { key: own, limit: hasSuspect ? usernameFromSuspect : username },
    ...(shared ? [{ key: shared.everywhere, limit: usernameEverywhere }] : []),
    ...(shared ? [{ key: shared.network, limit: undefined }] : []),
  ];
  const seconds = Math.max(...counted.map(({ key }) => secondsToWait(counterOf(key), now)));
  if (seconds > 0) throw tooManyLogins(seconds);
  await writeCounters(
    db,
    counted.map(({ key, limit }) => ({ ...key, ...countTry(counterOf(key), limit, now) })),
  );
}

function tooManyLogins(seconds: number): AppError {
  const wait = seconds < 60 ? `${seconds} giây` : `${Math.ceil(seconds / 60)} phút`;
  const words = `Nhập sai mật khẩu quá nhiều lần, hãy thử lại sau ${wait}`;
  return new AppError('too_many_logins', { words, retryAfterSeconds: seconds });
}
