import { hash, randomBytes } from 'node:crypto';
import type { User } from '@lop-xanh/contract/accounts';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import type { Database, Db } from '../database/database.ts';

/** The person behind a request, as the database knows them at this moment. */
export interface Actor extends User {
  /** The class that they attend or teach, or those of their children. */
  class_ids: number[];
  /** The grades of those classes. */
  grade_ids: number[];
}

const sessionDays = 30;

const actorColumns = `
    u.id, u.username, u.role, u.school_id, s.school_name,
    u.class_id, c.name as class_name, c.grade_id, g.name as grade_name,
    btrim(u.last_name || ' ' || u.first_name) as full_name, u.first_name, u.last_name,
    u.identifier_code, coalesce(u.avatar, '${defaultAvatar}') as avt,
    u.email, u.phone, u.parent_name, u.status, u.must_change_password as "isChangePass",
    coalesce(children.ids, '{}'::bigint[]) as student_ids,
    case when u.role = 'Parent' then coalesce(children.class_ids, '{}'::bigint[])
      else array_remove(array[c.id], null) end as class_ids,
    case when u.role = 'Parent' then coalesce(children.grade_ids, '{}'::smallint[])
      else array_remove(array[c.grade_id], null) end as grade_ids`;

const actorJoins = `
    left join schools s on s.id = u.school_id
    left join classes c on c.id = u.class_id and c.deleted_at is null
    left join grades g on g.id = c.grade_id
    left join lateral (
      select array_agg(child.id order by child.id) as ids,
             array_agg(distinct class.id) filter (where class.id is not null) as class_ids,
             array_agg(distinct class.grade_id) filter (where class.id is not null) as grade_ids
      from parents_children link
      join users child on child.id = link.student_id and child.deleted_at is null
      left join classes class on class.id = child.class_id and class.deleted_at is null
      where link.parent_id = u.id
    ) children on u.role = 'Parent'`;

/** One column of JSON: reading two dozen columns of a row costs more than the row. */
const findActor = {
  name: 'find-actor',
  // The session comes first and fenced off: on tables without statistics the planner would begin with all users.
  text: `
    with session as materialized (
      select user_id, expires_at from sessions where token_hash = $1 and expires_at > now()
    )
    select row_to_json(actor) as actor,
           session.expires_at < now() + interval '${sessionDays - 1} days' as "isDueForRenewal"
    from session
    join users u on u.id = session.user_id and u.deleted_at is null and u.status = 'active'
    ${actorJoins}
    cross join lateral (select ${actorColumns}) actor`,
};

const findActorById = {
  name: 'find-actor-by-id',
  text: `
    select row_to_json(actor) as actor
    from users u ${actorJoins}
    cross join lateral (select ${actorColumns}) actor
    where u.id = $1 and u.deleted_at is null and u.status = 'active'`,
};

/** The person whom a signed address was given to, with the rights they have now. */
export async function actorOfSignature({ pool }: Database, id: number): Promise<Actor | undefined> {
  const { rows } = await pool.query<{ actor: Actor }>({ ...findActorById, values: [id] });
  return rows[0]?.actor;
}

export async function authenticate(
  { pool }: Database,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  const token = bearerToken(request);
  if (!token) return undefined;
  const tokenHash = hashToken(token);
  const { rows } = await pool.query<{ actor: Actor; isDueForRenewal: boolean }>({
    ...findActor,
    values: [tokenHash],
  });
  const found = rows[0];
  if (!found) return undefined;
  // At most once a day, so that reading stays reading.
  if (found.isDueForRenewal) {
    await pool.query(
      `update sessions set expires_at = now() + interval '${sessionDays} days' where token_hash = $1`,
      [tokenHash],
    );
  }
  return found.actor;
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '')?.[1];
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Opens a session and returns its token, which nobody can read again. */
export async function openSession(db: Db, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + sessionDays * 86_400_000).toISOString();
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: expiresAt })
    .execute();
  return token;
}

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

export async function closeAllSessions(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
