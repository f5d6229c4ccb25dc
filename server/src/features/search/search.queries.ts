import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { type FoundPerson, foundPerson } from '@lop-xanh/contract/search';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { canSeeOneOfFew, hasChildAt } from '../accounts/accounts.service.ts';
import { type SearchWords, toGivenNameQuery, toTsquery } from './search-words.ts';

/** Only so many matches are ranked: of the 40,000 Nguyễn of a country, any will do. */
const maxRanked = 150;

const maxReadElsewhere = 500;

const staff: readonly Role[] = ['Teacher', 'Mod', 'Admin'];

/** Where the words of these roles stand in the index; `get_account_words` of the database writes them. */
const scopeAll = (...roles: readonly Role[]) => roles.map((role) => `${role.charAt(0)}:`);
const scopeSchool = ({ school_id }: Actor, ...roles: readonly Role[]) =>
  roles.map((role) => `${role.charAt(0)}${school_id ?? 0}:`);

/** Whom the actor may find: the accounts they may see, or for a Teacher the active students of their classes. */
function canFind(actor: Actor): Sql {
  return actor.role === 'Teacher'
    ? sql`account.role = 'Student' and account.status = 'active'
        and ${isInClass(sql`member.class_id = any(${actor.class_ids}::bigint[])`)}`
    : canSeeOneOfFew(actor);
}

/** Arrays, because the planner would rather read all matches of a word. */
const isInClass = (condition: Sql) => sql`account.id = any(array(
  select member.user_id from current_members member where ${condition}))`;
const hasChildInChosenClass = sql`account.id = any(array(
  select link.parent_id from chosen_class
  join current_members member on member.class_id = chosen_class.id
  join parents_children link on link.student_id = member.user_id))`;

const isInChosenClass = sql`member.class_id = any(array(select id from chosen_class))`;

const matches = (tsquery: string, condition: Sql = empty) => sql`(
  select account.id from users account
  where account.deleted_at is null and account.search_words @@ ${tsquery}::tsquery ${condition}
  limit ${maxRanked})`;

/** The current classes of these names; a Mod does not learn of those in other schools. */
function chooseClasses(actor: Actor, words: SearchWords): Sql {
  const condition =
    actor.role === 'Admin'
      ? sql`true`
      : actor.role === 'Mod'
        ? sql`class.school_id = ${actor.school_id}::bigint`
        : sql`class.id = any(${actor.class_ids}::bigint[])`;
  return sql`
    select class.id from classes class
    where class.deleted_at is null and ${condition}
      and get_search_words(class.name) @@ ${toTsquery(words.ofClass)}::tsquery
      and class.year = (select max(year) from school_years where school_id = class.school_id)`;
}

function findParents(actor: Actor, words: SearchWords): Sql[] {
  if (actor.role === 'Teacher') return [];
  const anywhere = scopeAll('Parent');
  const isAdmin = actor.role === 'Admin';
  const own = isAdmin ? anywhere : scopeSchool(actor, 'Parent');
  return [
    matches(toTsquery(words.all, own)),
    ...(isAdmin ? [] : [findParentsElsewhere(actor, toTsquery(words.all, anywhere))]),
    ...(words.ofClass.length > 0
      ? [matches(toTsquery(words.ofPerson, anywhere), sql`and ${hasChildInChosenClass}`)]
      : []),
  ];
}

/**
 * The parents of other schools with a child here. A word that fits many parents of the country is not enough:
 * reading all of them would take too long.
 */
const findParentsElsewhere = ({ school_id }: Actor, tsquery: string) => sql`(
  select account.id from (
    select id, school_id from users
    where deleted_at is null and search_words @@ ${tsquery}::tsquery limit ${maxReadElsewhere}
  ) account
  where account.school_id <> ${school_id}::bigint and ${hasChildAt(school_id)})`;

function findOthers(actor: Actor, words: SearchWords): Sql[] {
  if (actor.role === 'Teacher') {
    const condition = sql`and ${canFind(actor)}`;
    const scopes = scopeAll('Student');
    return [
      matches(toTsquery(words.all, scopes), condition),
      ...findInClass(words, scopes, condition),
    ];
  }
  const scope = (...roles: readonly Role[]) =>
    actor.role === 'Admin' ? scopeAll(...roles) : scopeSchool(actor, ...roles);
  return [
    matches(toTsquery(words.all, scope('Student'))),
    matches(toTsquery(words.all, scope(...staff))),
    ...findInClass(words, scopeAll('Student', 'Teacher'), empty),
    sql`
      (select link.student_id from found_parent
      join parents_children link on link.parent_id = found_parent.id
      ${words.ofClass.length > 0 ? sql`join current_members member on member.user_id = link.student_id and ${isInChosenClass}` : empty}
      limit ${maxRanked})`,
  ];
}

function findInClass(words: SearchWords, scopes: string[], condition: Sql): Sql[] {
  if (words.ofClass.length === 0) return [];
  return [
    matches(toTsquery(words.ofPerson, scopes), sql`and ${isInClass(isInChosenClass)} ${condition}`),
  ];
}

/** Exact usernames and codes come first, then those with this given name, then those whose given name begins so. */
function rankBy(words: SearchWords): Sql {
  const scopes = scopeAll(...roles);
  const names = words.ofPerson.length > 0 ? words.ofPerson : words.all;
  return sql`
    case
      when lower(account.username) = ${words.text} or lower(account.identifier_code) = ${words.text} then 0
      when account.search_words @@ ${toGivenNameQuery(names, { scopes, isPrefix: false })}::tsquery then 1
      when account.search_words @@ ${toGivenNameQuery(names, { scopes, isPrefix: true })}::tsquery then 2
      else 3
    end, account.status, account.given_name, account.full_name, account.id`;
}

const parents = (actor: Actor) =>
  actor.role === 'Teacher'
    ? sql`null`
    : sql`
      select json_agg(json_build_object('full_name', parent.full_name, 'class_name', null)
        order by parent.id)
      from parents_children link
      join users parent on parent.id = link.parent_id and parent.deleted_at is null
      where link.student_id = account.id`;

/** A Mod does not learn about children in other schools. */
const children = ({ role, school_id }: Actor) => sql`
  select json_agg(json_build_object('full_name', child.full_name, 'class_name', class.name)
    order by child.id)
  from parents_children link
  join users child on child.id = link.student_id and child.deleted_at is null
  left join current_members member on member.user_id = child.id
  left join classes class on class.id = member.class_id
  where link.parent_id = account.id
    and ${role === 'Admin' ? sql`true` : sql`child.school_id = ${school_id}::bigint`}`;

/** A few students, parents and members of staff each, the best first. */
export function findPeople(db: Db, actor: Actor, words: SearchWords): Promise<FoundPerson[]> {
  const chosenClasses =
    words.ofClass.length > 0
      ? sql`chosen_class as materialized (${chooseClasses(actor, words)}),`
      : empty;
  const foundParents = findParents(actor, words);
  const noParents = sql`select null::bigint as id where false`;
  return db.many(
    foundPerson,
    sql`
      with ${chosenClasses} found_parent as materialized (
        ${foundParents.length > 0 ? join(foundParents, ' union ') : noParents}
      ), found as (
        select id from found_parent union ${join(findOthers(actor, words), ' union ')}
      ), ranked as (
        select account.id, row_number() over (
          partition by case when account.role in ('Student', 'Parent') then account.role end
          order by ${rankBy(words)}) as place
        from found join users account on account.id = found.id
        where account.deleted_at is null and ${canFind(actor)}
      )
      select account.id, account.role, account.full_name, account.first_name,
             coalesce(account.avatar, ${defaultAvatar}) as avt, account.username,
             account.identifier_code, account.status, normalize_phone(account.phone) as phone,
             school.school_name, class.id as class_id, class.name as class_name,
             coalesce(case account.role
               when 'Student' then coalesce((${parents(actor)}), (
                 select json_build_array(json_build_object(
                   'full_name', account.parent_name, 'class_name', null))
                 where account.parent_name <> ''))
               when 'Parent' then (${children(actor)})
             end, '[]') as relatives
      from ranked
      join users account on account.id = ranked.id
      left join schools school on school.id = account.school_id
      left join current_members member on member.user_id = account.id
      left join classes class on class.id = member.class_id
      where ranked.place <= ${limits.foundPerKind}
      order by ranked.place, account.id`,
  );
}
