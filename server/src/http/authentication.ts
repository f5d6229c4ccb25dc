import { hash, randomBytes } from 'node:crypto';
import type { User } from '@lop-xanh/contract/accounts';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import DataLoader from 'dataloader';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';
import { AppError } from './app-error.ts';

/** The person behind a request and what their rights hang on, as the database knows it at this moment. */
export interface Actor
  extends Pick<User, 'id' | 'username' | 'role' | 'school_id' | 'isChangePass' | 'student_ids'> {
  /** The session that asks, whatever its token is by now. */
  session_id: number;
  /** The class that they attend or teach, or those of their children. */
  class_ids: number[];
  /** The grades of those classes. */
  grade_ids: number[];
}

/** The same with all that a person is told of themselves. */
export type Profile = Actor & User;

const sessionDays = 30;
/** Once in a school year everybody logs in anew, however often they come. */
const lastDay = `created_at + interval '1 year'`;

const rights = `
    u.id, u.username, u.role, u.school_id, u.class_id, c.grade_id,
    u.must_change_password as "isChangePass",
    case when u.role = 'Parent' then (
      select json_agg(json_build_object('id', child.id, 'class_id', class.id, 'grade_id', class.grade_id) order by child.id)
      from parents_children link
      join users child on child.id = link.student_id and child.deleted_at is null
      left join classes class on class.id = child.class_id and class.deleted_at is null
      where link.parent_id = u.id
    ) end as children`;

const rightsJoins = 'left join classes c on c.id = u.class_id and c.deleted_at is null';

const profile = `${rights},
    s.school_name, c.name as class_name, g.name as grade_name,
    u.full_name, u.first_name, u.last_name,
    u.identifier_code, coalesce(u.avatar, '${defaultAvatar}') as avt,
    u.email, u.phone, u.parent_name, u.status`;

const profileJoins = `${rightsJoins}
    left join grades g on g.id = c.grade_id
    left join schools s on s.id = u.school_id`;

/** One column of JSON: reading many columns of a row costs more than the row. */
function findSessions(name: string, isMeant: string, columns: string, joins: string) {
  return {
    name,
    // The session comes first and fenced off: on tables without statistics the planner would begin with all users.
    text: `
    with session as materialized (
      select id, token_hash, user_id, expires_at, ${lastDay} as last_day from sessions
      where ${isMeant} and expires_at > now()
    )
    select encode(session.token_hash, 'hex') as token_hash, row_to_json(person) as person,
           session.expires_at < least(now() + interval '${sessionDays - 1} days', last_day) as "isDueForRenewal"
    from session
    join users u on u.id = session.user_id and u.deleted_at is null and u.status = 'active'
    ${joins}
    cross join lateral (select session.id as session_id, ${columns}) person`,
  };
}

const byTokens = 'token_hash = any($1::bytea[])';
const findActors = findSessions('find-actors', byTokens, rights, rightsJoins);
const findProfiles = findSessions('find-profiles', byTokens, profile, profileJoins);
const findActor = findSessions('find-actor', 'id = $1::bigint', rights, rightsJoins);

interface ClassPeriod {
  class_id: number | null;
  grade_id: number | null;
}

type FoundPerson = Omit<Actor, 'student_ids' | 'class_ids' | 'grade_ids'> &
  ClassPeriod & { children: ({ id: number } & ClassPeriod)[] | null };

function actorOf({ children, ...person }: FoundPerson): Actor {
  const stays = person.role === 'Parent' ? (children ?? []) : [person];
  return {
    ...person,
    student_ids: children?.map(({ id }) => id) ?? [],
    class_ids: stays.flatMap(({ class_id }) => class_id ?? []),
    grade_ids: stays.flatMap(({ grade_id }) => grade_id ?? []),
  };
}

/** Whose session it is, with the rights they have now; nobody once it has ended. */
export async function actorOfSession({ pool }: Database, id: number): Promise<Actor | undefined> {
  const { rows } = await pool.query<FoundSession>({ ...findActor, values: [id] });
  return rows[0] && actorOf(rows[0].person);
}

interface FoundSession {
  token_hash: string;
  person: FoundPerson;
  isDueForRenewal: boolean;
}

/**
 * Sessions by the hash of their token. All that come in one turn of the event loop are found by one
 * statement, sent after the last of them came: nobody is judged by what was true before they asked.
 */
function sessionLoader({ pool }: Database, statement: ReturnType<typeof findSessions>) {
  const find = async (hashes: readonly string[]) => {
    const values = [hashes.map((hash) => `\\x${hash}`)];
    const { rows } = await pool.query<FoundSession>({ ...statement, values });
    const found = new Map(rows.map((row) => [row.token_hash, row]));
    return hashes.map((hash) => found.get(hash));
  };
  return new DataLoader(find, { cache: false, batchScheduleFn: setImmediate });
}

/** Finds out who asks, as a `Profile` where the route tells them of themselves. */
export function authenticator(
  database: Database,
): (request: FastifyRequest) => Promise<Actor | undefined> {
  const actors = sessionLoader(database, findActors);
  const profiles = sessionLoader(database, findProfiles);
  return async (request) => {
    const token = bearerToken(request);
    if (!token) return undefined;
    const tokenHash = hashToken(token);
    const sessions = request.routeOptions.config.returnsProfile ? profiles : actors;
    const found = await sessions.load(tokenHash.toString('hex'));
    if (!found) return undefined;
    // At most once a day, so that reading stays reading.
    if (found.isDueForRenewal) {
      await database.pool.query(
        `update sessions set expires_at = least(now() + interval '${sessionDays} days', ${lastDay})
         where token_hash = $1`,
        [tokenHash],
      );
    }
    return actorOf(found.person);
  };
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '')?.[1];
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

// By the database's clock, which it will be compared with.
const freshExpiry = sql<string>`now() + ${`${sessionDays} days`}::interval`;

/** More devices than one person has; who opens one more ends the session that was used longest ago. */
const sessionsMax = 20;

/** Opens a session and returns its token, which nobody can read again. */
export async function openSession(db: Db, userId: number): Promise<string> {
  const token = newToken();
  await sql`
    delete from sessions where user_id = ${userId} and id in (
      select id from sessions where user_id = ${userId}
      order by expires_at desc, id desc offset ${sessionsMax - 1})`.execute(db);
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: freshExpiry })
    .execute();
  return token;
}

/** The session goes on under a fresh token, with the file addresses and streams that it has. */
export async function renewSession(db: Db, { session_id }: Actor): Promise<string> {
  const token = newToken();
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ token_hash: hashToken(token), created_at: sql`now()`, expires_at: freshExpiry })
    .where('id', '=', session_id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('unauthenticated');
  return token;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export async function closeSession(db: Db, { session_id }: Actor): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', session_id).execute();
}

export async function closeSessionOf(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Answers how many there were. */
export async function closeOtherSessions(db: Db, { id, session_id }: Actor): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', id)
    .where('id', '<>', session_id)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function closeAllSessions(db: Db, userIds: number[]): Promise<void> {
  if (userIds.length > 0) await db.deleteFrom('sessions').where('user_id', 'in', userIds).execute();
}
