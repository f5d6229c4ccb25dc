import { hash, randomBytes } from 'node:crypto';
import type { User } from '@lop-xanh/contract/accounts';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import DataLoader from 'dataloader';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';
import { AppError } from './app-error.ts';

/** The authenticated user of a request, with everything their permissions depend on, read for this request. */
export interface Actor
  extends Pick<User, 'id' | 'username' | 'role' | 'school_id' | 'isChangePass' | 'student_ids'> {
  /** Stays the same when the session gets a new token. */
  session_id: number;
  /** The class they attend or teach, or their children's classes. */
  class_ids: number[];
  /** The grades of those classes. */
  grade_ids: number[];
}

/** An actor with everything the API returns to users about themselves. */
export type Profile = Actor & User;

const sessionDays = 30;
/** Everybody logs in again at least once a school year, however often they use the app. */
const latestExpiry = `created_at + interval '1 year'`;

const actorColumns = `
    "user".id, "user".username, "user".role, "user".school_id, "user".class_id, class.grade_id,
    "user".must_change_password as "isChangePass",
    case when "user".role = 'Parent' then (
      select json_agg(json_build_object('id', child.id, 'class_id', child_class.id, 'grade_id', child_class.grade_id) order by child.id)
      from parents_children link
      join users child on child.id = link.student_id and child.deleted_at is null
      left join classes child_class on child_class.id = child.class_id and child_class.deleted_at is null
      where link.parent_id = "user".id
    ) end as children`;

const actorJoins =
  'left join classes class on class.id = "user".class_id and class.deleted_at is null';

const profileColumns = `${actorColumns},
    school.school_name, class.name as class_name, grade.name as grade_name,
    "user".full_name, "user".first_name, "user".last_name,
    "user".identifier_code, coalesce("user".avatar, '${defaultAvatar}') as avt,
    "user".email, "user".phone, "user".parent_name, "user".status`;

const profileJoins = `${actorJoins}
    left join grades grade on grade.id = class.grade_id
    left join schools school on school.id = "user".school_id`;

/** Returns the user as one JSON column: decoding many columns costs more than the query itself. */
function sessionQuery(name: string, condition: string, columns: string, joins: string) {
  return {
    name,
    // Materialized so that the session is found first: without table statistics the planner would scan all users.
    text: `
    with session as materialized (
      select id, token_hash, user_id, expires_at, ${latestExpiry} as latest_expiry from sessions
      where ${condition} and expires_at > now()
    )
    select encode(session.token_hash, 'hex') as token_hash, row_to_json(profile) as profile,
           session.expires_at < least(now() + interval '${sessionDays - 1} days', latest_expiry) as "isDueForRenewal"
    from session
    join users "user" on "user".id = session.user_id and "user".deleted_at is null and "user".status = 'active'
    ${joins}
    cross join lateral (select session.id as session_id, ${columns}) profile`,
  };
}

const byTokens = 'token_hash = any($1::bytea[])';
const findActors = sessionQuery('find-actors', byTokens, actorColumns, actorJoins);
const findProfiles = sessionQuery('find-profiles', byTokens, profileColumns, profileJoins);
const findActor = sessionQuery('find-actor', 'id = $1::bigint', actorColumns, actorJoins);

interface Membership {
  class_id: number | null;
  grade_id: number | null;
}

type ProfileRow = Omit<Actor, 'student_ids' | 'class_ids' | 'grade_ids'> &
  Membership & { children: ({ id: number } & Membership)[] | null };

function toActor({ children, ...user }: ProfileRow): Actor {
  const memberships = user.role === 'Parent' ? (children ?? []) : [user];
  return {
    ...user,
    student_ids: children?.map(({ id }) => id) ?? [],
    class_ids: memberships.flatMap(({ class_id }) => class_id ?? []),
    grade_ids: memberships.flatMap(({ grade_id }) => grade_id ?? []),
  };
}

/** The owner of a session with their current permissions, or undefined once it has ended. */
export async function findActorBySession(
  { pool }: Database,
  id: number,
): Promise<Actor | undefined> {
  const { rows } = await pool.query<SessionRow>({ ...findActor, values: [id] });
  return rows[0] && toActor(rows[0].profile);
}

interface SessionRow {
  token_hash: string;
  profile: ProfileRow;
  isDueForRenewal: boolean;
}

/**
 * Loads sessions by token hash. All requests of one event loop turn share one statement, sent after the
 * last of them arrived, so nobody is authorized by data older than their request.
 */
function createSessionLoader({ pool }: Database, statement: ReturnType<typeof sessionQuery>) {
  const loadBatch = async (hashes: readonly string[]) => {
    const values = [hashes.map((hash) => `\\x${hash}`)];
    const { rows } = await pool.query<SessionRow>({ ...statement, values });
    const byHash = new Map(rows.map((row) => [row.token_hash, row]));
    return hashes.map((hash) => byHash.get(hash));
  };
  return new DataLoader(loadBatch, { cache: false, batchScheduleFn: setImmediate });
}

/** The returned function finds the actor of a request, as a `Profile` where the route returns it. */
export function createAuthenticator(
  database: Database,
): (request: FastifyRequest) => Promise<Actor | undefined> {
  const actors = createSessionLoader(database, findActors);
  const profiles = createSessionLoader(database, findProfiles);
  return async (request) => {
    const token = bearerToken(request);
    if (!token) return undefined;
    const tokenHash = hashToken(token);
    const sessions = request.routeOptions.config.returnsProfile ? profiles : actors;
    const session = await sessions.load(tokenHash.toString('hex'));
    if (!session) return undefined;
    // At most once a day, so that reads stay read-only.
    if (session.isDueForRenewal) {
      await database.pool.query(
        `update sessions set expires_at = least(now() + interval '${sessionDays} days', ${latestExpiry})
         where token_hash = $1`,
        [tokenHash],
      );
    }
    return toActor(session.profile);
  };
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '')?.[1];
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

// Uses the database clock, which it will be compared with.
const newExpiry = sql<string>`now() + ${`${sessionDays} days`}::interval`;

/** More devices than anyone has. One more session ends the least recently used one. */
const maxSessions = 20;

/** Opens a session and returns its token, of which only the hash is stored. */
export async function openSession(db: Db, userId: number): Promise<string> {
  const token = generateToken();
  await sql`
    delete from sessions where user_id = ${userId} and id in (
      select id from sessions where user_id = ${userId}
      order by expires_at desc, id desc offset ${maxSessions - 1})`.execute(db);
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: newExpiry })
    .execute();
  return token;
}

/** Replaces the token of a session; its signed file URLs and open streams stay valid. */
export async function renewSession(db: Db, { session_id }: Actor): Promise<string> {
  const token = generateToken();
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ token_hash: hashToken(token), created_at: sql`now()`, expires_at: newExpiry })
    .where('id', '=', session_id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('unauthenticated');
  return token;
}

function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

export async function closeSession(db: Db, { session_id }: Actor): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', session_id).execute();
}

export async function closeSessionByTokenHash(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Returns how many there were. */
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
