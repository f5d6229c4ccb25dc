import type { AccountGap, AccountListQuery, AccountSort } from '@lop-xanh/contract/account-filters';
import { removeDiacritics } from '@lop-xanh/contract/rules/names';
import type { Role } from '@lop-xanh/contract/rules/roles';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../http/authentication.ts';
import { joinConsent } from '../consent/consent.service.ts';
import { rolesManagedByMod } from './accounts.rules.ts';

/** The same rule as `canSeeAccount`, in SQL, for an `account`. */
function buildVisibilityCondition(actor: Actor, isOfSchool = belongsToSchool): Sql {
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`account.role = any(${rolesManagedByMod}::text[])
        and ${isOfSchool(actor.school_id)}`;
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return sql`false`;
  }
}

/** The rule for a few accounts that are known already. */
export function canSeeOneOfFew(actor: Actor): Sql {
  return buildVisibilityCondition(
    actor,
    (schoolId) => sql`(account.school_id = ${schoolId}::bigint or ${hasChildAt(schoolId)})`,
  );
}

export const hasChildAt = (schoolId: number | null) => sql`exists (
  select from parents_children link join users child on child.id = link.student_id
  where link.parent_id = account.id and child.school_id = ${schoolId}::bigint
    and child.deleted_at is null)`;

/**
 * The users of a school, and the parents of its students whatever their own school is. An array, because the
 * planner would rather look for children of every account.
 */
function belongsToSchool(schoolId: number | null): Sql {
  return sql`(account.school_id = ${schoolId}::bigint or account.id = any(array(
    select link.parent_id from users child join parents_children link on link.student_id = child.id
    where child.school_id = ${schoolId}::bigint and child.deleted_at is null)))`;
}

export interface AccountFilter {
  schoolId?: number | undefined;
  role?: Role | undefined;
  gradeId?: number | undefined;
  classId?: number | 'none' | undefined;
  status?: AccountListQuery['status'];
  familyOf?: number | undefined;
  searchText?: string | undefined;
  gaps?: readonly AccountGap[] | undefined;
  /** Only these. */
  ids?: readonly number[] | undefined;
}

export function buildFilterCondition(actor: Actor, filter: AccountFilter): Sql {
  const { schoolId, role, gradeId, classId, status, familyOf, searchText = '' } = filter;
  const { gaps = [], ids } = filter;
  const isParentWanted = role === undefined || role === 'Parent';
  const isIn = (condition: Sql) =>
    role === 'Parent' ? hasChildIn(actor, condition) : isMemberOf(condition);
  const conditions = [
    sql`account.deleted_at is null`,
    buildVisibilityCondition(actor),
    ...(schoolId
      ? [isParentWanted ? belongsToSchool(schoolId) : sql`account.school_id = ${schoolId}`]
      : []),
    ...(role ? [sql`account.role = ${role}`] : []),
    ...(status ? [hasStatus(status)] : []),
    ...gaps.map(lacks),
    ...(ids ? [sql`account.id = any(${ids}::bigint[])`] : []),
    ...(classId === 'none'
      ? [
          sql`not exists (select from current_members where user_id = account.id) and not ${hasLeft}`,
        ]
      : []),
    ...(typeof classId === 'number' ? [isIn(sql`class.id = ${classId}::bigint`)] : []),
    ...(gradeId ? [isIn(sql`class.grade_id = ${gradeId}::bigint`)] : []),
    ...(familyOf ? [buildFamilyCondition(familyOf)] : []),
    ...toSearchPatterns(searchText).map((pattern) => sql`account.search_text like ${pattern}`),
  ];
  return join(conditions, ' and ');
}

const hasLeft = sql`exists (
  select from departures where student_id = account.id and returned_at is null)`;

/** Who has left is inactive, too. */
export const hasStatus = (status: NonNullable<AccountFilter['status']>): Sql =>
  status === 'left' ? hasLeft : sql`account.status = ${status}`;

export function lacks(gap: AccountGap): Sql {
  switch (gap) {
    case 'parent':
      return sql`account.role = 'Student' and not exists (
        select from parents_children link join users parent on parent.id = link.parent_id
        where link.student_id = account.id and parent.deleted_at is null)`;
    case 'login':
      return sql`account.last_login_at is null`;
    case 'consent':
      return sql`${selectConsent()} is false`;
  }
}

/** Whether photos of a student may be shown; null for other roles. */
export const selectConsent = (): Sql => sql`case when account.role = 'Student' then (
  select consent.is_given from (select) student ${joinConsent(sql`account`)}) end`;

/** An array, because the planner would rather read a whole school in the order of the list. */
const isMemberOf = (condition: Sql) => sql`account.id = any(array(
  select member.user_id from current_members member join classes class on class.id = member.class_id
  where ${condition}))`;

/** A Mod does not learn in which classes of other schools a parent has children. */
const hasChildIn = ({ role, school_id }: Actor, condition: Sql) => sql`account.id = any(array(
  select link.parent_id from current_members member
  join classes class on class.id = member.class_id
  join parents_children link on link.student_id = member.user_id
  where ${condition} and ${role === 'Mod' ? sql`class.school_id = ${school_id}::bigint` : sql`true`}))`;

function buildFamilyCondition(id: number): Sql {
  return sql`account.id in (
    select student_id from parents_children where parent_id = ${id}::bigint
    union all select parent_id from parents_children where student_id = ${id}::bigint)`;
}

/**
 * A search word matches the beginning of a word. Digits match anywhere, since users remember the end of
 * a code.
 */
function toSearchPatterns(searchText: string): string[] {
  return removeDiacritics(searchText)
    .split(/[\s._-]+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[\\%_]/g, String.raw`\$&`))
    .map((word) => (/^\d+$/.test(word) ? `%${word}%` : `% ${word}%`));
}

/** Joins what `toOrder` needs of an `account`. */
export const joinClass = sql`
  left join current_members member on member.user_id = account.id
  left join classes class on class.id = member.class_id`;

/** Equal ones by name, and those who have no code, class or parent last. */
export function toOrder(sort: AccountSort): Sql {
  const isReversed = sort.startsWith('-');
  const direction = isReversed ? raw('desc') : empty;
  const byName = sql`account.given_name, account.full_name, account.id`;
  switch (isReversed ? sort.slice(1) : sort) {
    case 'code':
      return sql`length(account.identifier_code) ${direction} nulls last,
        account.identifier_code ${direction}, ${byName}`;
    case 'class':
      return sql`class.grade_id ${direction} nulls last, length(class.name) ${direction},
        class.name collate vietnamese ${direction}, ${byName}`;
    case 'parent':
      return sql`regexp_replace(btrim(account.parent_name), '^.*\\s', '') collate vietnamese
        ${direction} nulls last, account.parent_name collate vietnamese ${direction}, ${byName}`;
    case 'login':
      return sql`account.last_login_at ${direction} nulls ${raw(isReversed ? 'last' : 'first')},
        ${byName}`;
    default:
      return isReversed
        ? sql`account.given_name desc, account.full_name desc, account.id desc`
        : byName;
  }
}
