import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import DataLoader from 'dataloader';
import type { Database } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { latestExpiry, sessionDays } from './sessions.queries.ts';

const actorColumns = `
    "user".id, "user".username, "user".role, "user".school_id, "user".class_id, class.grade_id,
    "user".must_change_password as "isChangePass", "user".language,
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
           session.expires_at < least(now() + interval '${sessionDays - 1} days', latest_expiry) as "isDueForExtension"
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

interface SessionRow {
  token_hash: string;
  profile: ProfileRow;
  isDueForExtension: boolean;
}

function toActor({ children, ...user }: ProfileRow): Actor {
  const memberships = user.role === 'Parent' ? (children ?? []) : [user];
  return {
    ...user,
    student_ids: children?.map(({ id }) => id) ?? [],
    class_ids: memberships.flatMap(({ class_id }) => class_id ?? []),
    grade_ids: memberships.flatMap(({ grade_id }) => grade_id ?? []),
  };
}

export async function readActorOfSession(
  { pool }: Database,
  id: number,
): Promise<Actor | undefined> {
  const { rows } = await pool.query<SessionRow>({ ...findActor, values: [id] });
  return rows[0] && toActor(rows[0].profile);
}

/**
 * Loads actors by the hash of their token. All requests of one event loop turn share one statement, sent
 * after the last of them arrived, so nobody is authorized by data older than their request.
 */
export function createActorLoaders(database: Database) {
  return {
    actors: createLoader(database, findActors),
    profiles: createLoader(database, findProfiles),
  };
}

function createLoader({ pool }: Database, statement: ReturnType<typeof sessionQuery>) {
  const loadBatch = async (hashes: readonly Buffer[]) => {
    const { rows } = await pool.query<SessionRow>({ ...statement, values: [hashes] });
    const byHash = new Map(rows.map((row) => [row.token_hash, row]));
    return hashes.map((hash) => {
      const row = byHash.get(hash.toString('hex'));
      return row && { actor: toActor(row.profile), isDueForExtension: row.isDueForExtension };
    });
  };
  return new DataLoader(loadBatch, { cache: false, batchScheduleFn: setImmediate });
}
