import { createHash, randomBytes } from 'node:crypto';
import type { User } from '@lop-xanh/contract/accounts';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import type { Database, Db } from '../database/database.ts';

/** The person behind a request, as the database knows them at this moment. */
export type Actor = User;

const sessionDays = 30;

const findActor = {
  name: 'find-actor',
  // The session comes first and fenced off: on tables without statistics the planner would begin with all users.
  text: `
    with session as materialized (
      select user_id, expires_at from sessions where token_hash = $1 and expires_at > now()
    )
    select u.id, u.username, u.role, u.school_id, s.school_name,
           u.class_id, c.name as class_name, c.grade_id, g.name as grade_name,
           btrim(u.last_name || ' ' || u.first_name) as full_name, u.first_name, u.last_name,
           u.identifier_code, coalesce(u.avatar, '${defaultAvatar}') as avt,
           u.email, u.phone, u.parent_name, u.status, u.must_change_password as "isChangePass",
           case when u.role = 'Parent' then array(
             select student_id from parents_children
             join users child on child.id = student_id and child.deleted_at is null
             where parent_id = u.id order by student_id
           ) else '{}'::bigint[] end as student_ids,
           session.expires_at < now() + interval '${sessionDays - 1} days' as "isDueForRenewal"
    from session
    join users u on u.id = session.user_id and u.deleted_at is null and u.status = 'active'
    left join schools s on s.id = u.school_id
    left join classes c on c.id = u.class_id and c.deleted_at is null
    left join grades g on g.id = c.grade_id`,
};

export async function authenticate(
  { pool }: Database,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  const token = bearerToken(request);
  if (!token) return undefined;
  const hash = hashToken(token);
  const { rows } = await pool.query<Actor & { isDueForRenewal: boolean }>({
    ...findActor,
    values: [hash],
  });
  const found = rows[0];
  if (!found) return undefined;
  const { isDueForRenewal, ...actor } = found;
  // At most once a day, so that reading stays reading.
  if (isDueForRenewal) {
    await pool.query(
      `update sessions set expires_at = now() + interval '${sessionDays} days' where token_hash = $1`,
      [hash],
    );
  }
  return actor;
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '')?.[1];
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
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
