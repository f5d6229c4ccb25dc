import type { StatementRunner } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export const insertNotifications = `insert into notifications (user_id, type, ref_id, sender_id, class_id, about)`;

/** Nobody is notified of their own actions; users who cannot log in are not notified at all. */
export const isNotifiable = (user: string, sender: string) =>
  `${user}.id <> ${sender} and ${user}.status = 'active' and ${user}.deleted_at is null`;

/** Notifies the Mods of the school that a class has saved its attendance sheet for a week. */
export async function notifyOfAttendance(
  run: StatementRunner,
  actor: Actor,
  { schoolId, classId, week }: { schoolId: number; classId: number; week: number },
): Promise<void> {
  await run({
    name: 'notify-of-attendance',
    text: `
      ${insertNotifications}
      select mod.id, 'attendance_saved', $3::bigint, $2::bigint, $3::bigint, $4::text
      from users mod
      where mod.school_id = $1::bigint and mod.role = 'Mod' and ${isNotifiable('mod', '$2::bigint')}`,
    values: [schoolId, actor.id, classId, week],
  });
}

/** Notifies users who moved to another class, or left theirs. */
export async function notifyOfTransfers(
  run: StatementRunner,
  actor: Actor,
  transfers: { userId: number; from: number | null; to: number | null }[],
): Promise<void> {
  await run({
    name: 'notify-of-transfers',
    text: `
      ${insertNotifications}
      select recipient.id, 'class_changed', class.id, $1::bigint, transfer.to_id, class.name
      from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as transfer (user_id, from_id, to_id)
      join users recipient on recipient.id = transfer.user_id
        and ${isNotifiable('recipient', '$1::bigint')}
      join classes class on class.id = coalesce(transfer.to_id, transfer.from_id)`,
    values: [
      actor.id,
      transfers.map(({ userId }) => userId),
      transfers.map(({ from }) => from),
      transfers.map(({ to }) => to),
    ],
  });
}

/** Notifies users whose password somebody else has reset. */
export async function notifyOfPasswordResets(
  run: StatementRunner,
  actor: Actor,
  userIds: number[],
): Promise<void> {
  await run({
    name: 'notify-of-password-resets',
    text: `
      ${insertNotifications}
      select recipient.id, 'password_reset', recipient.id, $1::bigint, null, null
      from users recipient
      where recipient.id = any($2::bigint[]) and ${isNotifiable('recipient', '$1::bigint')}`,
    values: [actor.id, userIds],
  });
}
