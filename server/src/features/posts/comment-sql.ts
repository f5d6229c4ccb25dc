import { messages } from '@lop-xanh/contract/messages';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import sql, { raw, type Sql } from 'sql-template-tag';
import { jsonObject, toJson } from '../../database/json-sql.ts';
import type { Actor } from '../../http/authentication.ts';
import { type CommentFacts, getCommentAbilities } from './comments.rules.ts';

// The rules of comments in SQL. They refer to the rows `comment`, `author` and `post`.

/** The column with the name the actor sees for other users: a username may be a student's identifier code. */
export function visibleName(actor: Actor): Sql {
  return isStaff(actor.role) ? sql`username` : sql`full_name`;
}

const isOwn = (actor: Actor) => sql`comment.user_id = ${actor.id}::bigint`;

/** `isModerator` as an SQL condition; undefined for roles that never moderate. */
export function isModeratorSql(actor: Actor): Sql | undefined {
  if (actor.role === 'Mod') return sql`post.school_id = ${actor.school_id}::bigint`;
  if (actor.role !== 'Teacher' || actor.class_ids.length === 0) return undefined;
  return sql`post.class_id = any(${actor.class_ids}::bigint[])`;
}

/** Whether the actor reads the words of every comment, whatever its status. */
function readsAllWords(actor: Actor): Sql {
  if (actor.role === 'Admin') return sql`true`;
  const isModerator = isModeratorSql(actor);
  return isModerator ? sql`(${isOwn(actor)} or coalesce(${isModerator}, false))` : isOwn(actor);
}

/** `canKnowOfComment` as an SQL condition. */
export function isKnownTo(actor: Actor): Sql {
  return actor.role === 'Admin'
    ? sql`true`
    : sql`(comment.status <> 'held' or ${readsAllWords(actor)})`;
}

/** Whether the actor has ever reported the comment; few comments need the lookup. */
export const isReportedBy = (actor: Actor): Sql => sql`
  (comment.reported_at is not null or comment.version > 1) and exists (
    select from comment_reports report
    where report.comment_id = comment.id and report.user_id = ${actor.id}::bigint)`;

/** In the order in which they are looked up: the cheap ones first. */
const conditions = [
  { name: 'own', yes: { is_own: true }, no: { is_own: false } },
  { name: 'visible', yes: { status: 'visible' }, no: {} },
  { name: 'held', yes: { status: 'held' }, no: { status: 'hidden' } },
  { name: 'moderated', yes: { is_moderated: true }, no: { is_moderated: false } },
  { name: 'reported', yes: { is_reported: true }, no: { is_reported: false } },
  {
    name: 'reportedByActor',
    yes: { is_reported_by_actor: true },
    no: { is_reported_by_actor: false },
  },
] as const satisfies { name: string; yes: Partial<CommentFacts>; no: Partial<CommentFacts> }[];
type ConditionName = (typeof conditions)[number]['name'];

/** The abilities as JSON, or a condition that they depend on. */
type Choice = string | { name: ConditionName; yes: Choice; no: Choice };

function buildChoice(known: Partial<CommentFacts>, position = 0): Choice {
  const condition = conditions[position];
  if (!condition) return JSON.stringify(getCommentAbilities(known as CommentFacts));
  const { name } = condition;
  const [yes, no] = [condition.yes, condition.no].map((facts) =>
    buildChoice({ ...facts, ...known }, position + 1),
  ) as [Choice, Choice];
  return JSON.stringify(yes) === JSON.stringify(no) ? no : { name, yes, no };
}
const moderatorChoice = buildChoice({});
const otherChoice = buildChoice({ is_moderated: false });

/**
 * `getCommentAbilities` in SQL: a constant for each combination of facts, because building the object for
 * each comment costs time. A fact that makes no difference is not looked up.
 */
function abilitiesJson(actor: Actor): Sql {
  const isModerator = isModeratorSql(actor);
  const conditionSql: Record<ConditionName, Sql> = {
    own: isOwn(actor),
    visible: sql`comment.status = 'visible'`,
    held: sql`comment.status = 'held'`,
    moderated: isModerator ?? sql`false`,
    reported: sql`comment.reported_at is not null`,
    reportedByActor: isReportedBy(actor),
  };
  const toSql = (choice: Choice): Sql =>
    typeof choice === 'string'
      ? raw(`'${choice}'::json`)
      : sql`case when ${conditionSql[choice.name]} then ${toSql(choice.yes)} else ${toSql(choice.no)} end`;
  return toSql(isModerator ? moderatorChoice : otherChoice);
}

/** What a comment says to an actor who reads the post and knows of the comment. */
export function commentText(actor: Actor): Sql {
  return sql`case when comment.status = 'hidden' and not ${readsAllWords(actor)}
    then ${messages.feed.commentHidden} else comment.text end`;
}

/** A comment as the text of a JSON object; the actor reads the post and knows of the comment. */
export function commentJson(actor: Actor): Sql {
  const readsWords = readsAllWords(actor);
  const opensPeople = actor.role === 'Mod' || actor.role === 'Admin';
  return jsonObject({
    id: sql`comment.id`,
    user: sql`to_json(author.${visibleName(actor)})`,
    user_id: sql`author.id`,
    text: sql`to_json(${commentText(actor)})`,
    first_name: sql`to_json(author.first_name)`,
    last_name: sql`to_json(author.last_name)`,
    avt: sql`to_json(coalesce(author.avatar, ${defaultAvatar}))`,
    ...(opensPeople && { authorRole: sql`to_json(author.role)` }),
    createdAt: sql`to_json(comment.created_at)`,
    status: sql`to_json(comment.status)`,
    version: sql`comment.version`,
    held_for: toJson(sql`case when comment.status = 'held' then comment.held_for end`),
    reason: toJson(
      sql`case when comment.status = 'hidden' and ${readsWords} then comment.reason end`,
    ),
    decided_by: toJson(sql`case when comment.decided_by is not null and ${readsWords} then (
      select decider.full_name from users decider where decider.id = comment.decided_by) end`),
    can: abilitiesJson(actor),
  });
}
