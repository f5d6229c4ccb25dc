import type { Db } from '../../database/database.ts';
import { deleteUnconfirmedApps } from './factors.queries.ts';
import { deleteDevices, deleteOldDevices } from './login-devices.queries.ts';
import {
  clearCounters,
  deleteOldCounters,
  findDelayedUsernames,
} from './login-throttle.queries.ts';
import { deleteOldChallenges } from './passkeys.queries.ts';
import { deleteExpiredSessions, deleteOldActivity } from './sessions.queries.ts';

export { rememberDevice } from './login-devices.queries.ts';

interface LoginUser {
  id: number;
  username: string;
}

/** Lets these users log in again at once, from any network. */
export function clearFailedAttempts(db: Db, users: LoginUser[]): Promise<void> {
  return clearCounters(
    db,
    users.map(({ username }) => username),
  );
}

/** After a password reset: clears failed attempts and known devices. */
export async function clearLoginRecords(db: Db, users: LoginUser[]): Promise<void> {
  await clearFailedAttempts(db, users);
  await deleteDevices(
    db,
    users.map(({ id }) => id),
  );
}

/** Adds `isLoginSlowed`: whether failed attempts delay the next login of the user. */
export async function addLoginState<User extends { username: string }>(
  db: Db,
  users: User[],
): Promise<(User & { isLoginSlowed: boolean })[]> {
  const delayedUsernames = await findDelayedUsernames(
    db,
    users.map(({ username }) => username.toLowerCase()),
  );
  return users.map((user) => ({
    ...user,
    isLoginSlowed: delayedUsernames.has(user.username.toLowerCase()),
  }));
}

export async function deleteOldLoginRecords(db: Db): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteOldCounters(db);
  await deleteOldDevices(db);
  await deleteOldChallenges(db);
  await deleteUnconfirmedApps(db);
  await deleteOldActivity(db);
}
