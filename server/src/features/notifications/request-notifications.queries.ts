import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { insertNotifications, isNotifiable } from './notify.queries.ts';

/** Notifies the Mods of the school of a new request about personal data. */
export async function notifyOfRequest(db: Db, actor: Actor, id: number): Promise<void> {
  await db.run(sql`
    ${insertNotifications}
    select mod.id, 'request_filed', subject.id, ${actor.id}::bigint, null, subject.full_name
    from data_requests request
    join users subject on subject.id = request.subject_id
    join users mod on mod.school_id = request.school_id and mod.role = 'Mod'
      and ${isNotifiable(sql`mod`, sql`${actor.id}::bigint`)}
    where request.id = ${id}`);
}

/**
 * Notifies the user who filed a request in the app. Once the person has been erased, the notification names
 * nobody.
 */
export async function notifyRequester(
  db: Db,
  actor: Actor,
  { id, type }: { id: number; type: 'request_answered' | 'request_done' },
): Promise<void> {
  await db.run(sql`
    ${insertNotifications}
    select requester.id, ${type}, subject.id, ${actor.id}::bigint, null,
           case when subject.erased_at is null then subject.full_name end
    from data_requests request
    join users subject on subject.id = request.subject_id
    join users requester on requester.id = request.requested_by
      and ${isNotifiable(sql`requester`, sql`${actor.id}::bigint`)}
    where request.id = ${id}`);
}
