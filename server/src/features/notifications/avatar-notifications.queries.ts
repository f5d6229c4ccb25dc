import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { insertNotifications, isNotifiable } from './notify.queries.ts';

/** Notifies a student of the decision on their picture. */
export async function notifyOfAvatarDecision(
  db: Db,
  actor: Actor,
  { userId, status }: { userId: number; status: 'approved' | 'rejected' },
): Promise<void> {
  await db.run(sql`
    ${insertNotifications}
    select student.id, 'avatar_decided', student.id, ${actor.id}::bigint, null, ${status}::text
    from users student
    where student.id = ${userId}::bigint
      and ${isNotifiable(sql`student`, sql`${actor.id}::bigint`)}`);
}
