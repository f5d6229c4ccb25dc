import { user } from '@lop-xanh/contract/accounts';
import { profile } from '@lop-xanh/contract/auth';
import { id } from '@lop-xanh/contract/fields';
import { languages } from '@lop-xanh/contract/rules/languages';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import DataLoader from 'dataloader';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { isCurrentClass, isSubstituting, lastDay } from '../classes/class-conditions.service.ts';
import { isUseDue } from './sessions.queries.ts';

const membership = z.object({ class_id: id.nullable(), grade_id: id.nullable() });
const substitution = profile.shape.substitutions.element.extend({ grade_id: id });

const storedActor = user
  .pick({ id: true, username: true, role: true, school_id: true, isChangePass: true })
  .extend({
    session_id: id,
    language: z.enum(languages).nullable(),
    hasSecondFactor: z.boolean(),
    ...membership.shape,
    children: z.array(membership.extend({ id })).nullable(),
    /** The classes in which a teacher stands in today. */
    substitutions: z.array(substitution).nullable(),
  });

const storedProfile = profile
  .omit({ student_ids: true, mustAddFactor: true })
  .extend(storedActor.shape);

// Whoever logs in with a card does not use the temporary password, and may be too young to choose one.
const actorColumns = sql`
    "user".id, "user".username, "user".role, "user".school_id, class.id as class_id, class.grade_id,
    "user".must_change_password and session.opened_by <> 'card' as "isChangePass", "user".language,
    "user".second_factor_at is not null as "hasSecondFactor",
    case when "user".role = 'Parent' then (
      select json_agg(json_build_object('id', child.id, 'class_id', child_class.id, 'grade_id', child_class.grade_id) order by child.id)
      from parents_children link
      join users child on child.id = link.student_id and child.deleted_at is null
      left join current_members child_member on child_member.user_id = child.id
      left join classes child_class on child_class.id = child_member.class_id
      where link.parent_id = "user".id
    ) end as children,
    case when "user".role = 'Teacher' then (
      select json_agg(json_build_object('class_id', covered.id, 'class_name', covered.name,
        'grade_id', covered.grade_id, 'until', ${lastDay(sql`membership`)}) order by membership.id)
      from memberships membership
      join classes covered on covered.id = membership.class_id and ${isCurrentClass(sql`covered`)}
      where membership.user_id = "user".id and ${isSubstituting(sql`membership`)}
    ) end as substitutions`;

const actorJoins = sql`
    left join current_members member on member.user_id = "user".id
    left join classes class on class.id = member.class_id`;

const profileColumns = sql`${actorColumns},
    school.school_name, class.name as class_name, grade.name as grade_name,
    "user".full_name, "user".first_name, "user".last_name,
    "user".identifier_code, coalesce("user".avatar, ${defaultAvatar}) as avt,
    "user".email, "user".phone, "user".parent_name, "user".status,
    school_year.year as school_year, school_year.first_monday`;

const profileJoins = sql`${actorJoins}
    left join grades grade on grade.id = class.grade_id
    left join schools school on school.id = "user".school_id
    left join lateral (
      select year, first_monday from school_years where school_id = "user".school_id
      order by year desc limit 1
    ) school_year on true`;

interface ActorQuery {
  row: z.ZodType<SessionRow>;
  columns: Sql;
  joins: Sql;
}

interface SessionRow {
  id: number;
  token_hash: string;
  profile: z.infer<typeof storedActor>;
  isUseDue: boolean;
}

const toSessionRow = <Profile extends z.ZodType>(profile: Profile) =>
  z.object({ id, token_hash: z.string(), profile, isUseDue: z.boolean() });

const actorQuery = { row: toSessionRow(storedActor), columns: actorColumns, joins: actorJoins };
const profileQuery = {
  row: toSessionRow(storedProfile),
  columns: profileColumns,
  joins: profileJoins,
};

/** Reads the user as one JSON column: decoding many columns costs more than the query itself. */
function findSessions(db: Db, condition: Sql, { row, columns, joins }: ActorQuery) {
  // Materialized so that the session is found first: without table statistics the planner would scan all users.
  return db.many(
    row,
    sql`
      with session as materialized (
        select id, token_hash, user_id, opened_by, ${isUseDue} as is_use_due from sessions
        where ${condition} and expires_at > now()
      )
      select session.id, encode(session.token_hash, 'hex') as token_hash, row_to_json(profile) as profile,
             session.is_use_due as "isUseDue"
      from session
      join users "user" on "user".id = session.user_id and "user".deleted_at is null and "user".status = 'active'
      ${joins}
      cross join lateral (select session.id as session_id, ${columns}) profile`,
  );
}

/** Whether they must add a second factor depends on the installation's settings. */
export type StoredActor = Omit<Actor, 'mustAddFactor'> & { hasSecondFactor: boolean };

function toActor({ children, substitutions, ...user }: SessionRow['profile']): StoredActor {
  const memberships = user.role === 'Parent' ? (children ?? []) : [user, ...(substitutions ?? [])];
  return {
    ...user,
    substitutions: substitutions ?? [],
    student_ids: children?.map(({ id }) => id) ?? [],
    class_ids: memberships.flatMap(({ class_id }) => class_id ?? []),
    grade_ids: memberships.flatMap(({ grade_id }) => grade_id ?? []),
  };
}

/**
 * Loads actors by the hash of their token, or by their session. All requests of one event loop turn share one
 * statement, sent after the last of them arrived, so nobody is authorized by data older than their request.
 */
export function createActorLoaders(db: Db) {
  return {
    actors: createLoader(db, actorQuery),
    profiles: createLoader(db, profileQuery),
    actorsBySession: createSessionLoader(db),
  };
}

/** One statement at a time, for all requests that arrived during the one before: a URL says nothing about its user. */
function createSessionLoader(db: Db) {
  let lastBatch: Promise<unknown> = Promise.resolve();
  const loadBatch = async (ids: readonly number[]) => {
    const isAsked = sql`id = any((select ${[...new Set(ids)]}::bigint[])::bigint[])`;
    const found = findSessions(db, isAsked, actorQuery);
    lastBatch = found.catch(() => undefined);
    const byId = new Map((await found).map(({ id, profile }) => [id, toActor(profile)]));
    return ids.map((id) => byId.get(id));
  };
  const batchScheduleFn = (load: () => void) => void lastBatch.then(() => setImmediate(load));
  return new DataLoader(loadBatch, { cache: false, batchScheduleFn });
}

function createLoader(db: Db, query: ActorQuery) {
  const loadBatch = async (hashes: readonly Buffer[]) => {
    // As a subquery, because PostgreSQL would plan the statement again for each number of hashes.
    const isOfToken = sql`token_hash = any((select ${hashes}::bytea[])::bytea[])`;
    const sessions = await findSessions(db, isOfToken, query);
    const byHash = new Map(sessions.map((session) => [session.token_hash, session]));
    return hashes.map((hash) => {
      const session = byHash.get(hash.toString('hex'));
      return (
        session && {
          actor: toActor(session.profile),
          isUseDue: session.isUseDue,
        }
      );
    });
  };
  return new DataLoader(loadBatch, { cache: false, batchScheduleFn: setImmediate });
}
