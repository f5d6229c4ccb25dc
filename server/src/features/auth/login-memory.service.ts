import type { Db, Run } from '../../database/database.ts';
import { deleteOldDevices, forgetDevices } from './login-devices.queries.ts';
import { clearCounters, deleteOldCounters, findSlowed } from './login-throttle.queries.ts';

interface Known {
  id: number;
  username: string;
}

/** Lets these users try again at once, from everywhere. */
export function forgetWrongTries(db: Db, users: Known[]): Promise<void> {
  return clearCounters(
    db,
    users.map(({ username }) => username),
  );
}

/** For users who were given a new password: neither wrong tries nor devices count any more. */
export async function forgetLogins(db: Db, users: Known[]): Promise<void> {
  await forgetWrongTries(db, users);
  await forgetDevices(
    db,
    users.map(({ id }) => id),
  );
}

/** The same users, each with whether wrong tries slow their logins down at this moment. */
export async function withSlowedLogins<User extends { username: string }>(
  run: Run,
  users: User[],
): Promise<(User & { isLoginSlowed: boolean })[]> {
  const slowed = await findSlowed(
    run,
    users.map(({ username }) => username.toLowerCase()),
  );
  return users.map((user) => ({ ...user, isLoginSlowed: slowed.has(user.username.toLowerCase()) }));
}

export async function forgetOldLogins(db: Db): Promise<void> {
  await deleteOldCounters(db);
  await deleteOldDevices(db);
}
