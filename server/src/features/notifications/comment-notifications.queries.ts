import sql, { type Sql } from 'sql-template-tag';
import {
  insertGroupedNotifications,
  insertNotifications,
  isNotifiable,
  postGroupKey,
} from './notify.queries.ts';

// Named queries for the `with` clause of the statement that changes a comment. A notification has the title
// of the post, never the words of the comment.

/** How the other queries of the statement are named. */
interface CommentChange {
  /** The query that returns the changed comment: user_id. */
  comment: Sql;
  /** The query that returns its post: id, author_id, class_id and title. */
  post: Sql;
  /** The id of the user who makes the change. */
  actorId: Sql;
}

/** Notifies the author of the post of a comment that has become visible. */
export const notifyOfVisibleComment = ({ comment, post, actorId }: CommentChange) => sql`
  notified_author as (
    ${insertGroupedNotifications}
    select author.id, 'comment', post.id, comment.user_id, null, post.title,
           ${postGroupKey('comment', sql`post.id`)}
    from ${comment} comment, ${post} post
    join users author on author.id = post.author_id
    where ${isNotifiable(sql`author`, actorId)} and author.id <> comment.user_id)`;

/**
 * Notifies the moderators, which another query returns, of a comment that waits for them. The sender is its
 * author: nobody learns who reported it.
 */
export const notifyModerators = (
  kind: 'held' | 'reported',
  { comment, post, actorId, moderators }: CommentChange & { moderators: Sql },
) => sql`
  notified_moderators as (
    ${insertGroupedNotifications}
    select recipient.id, 'comment_' || ${kind}::text, post.id, comment.user_id, post.class_id, post.title,
           ${postGroupKey(kind, sql`post.id`)}
    from ${comment} comment, ${post} post, ${moderators} moderator
    join users recipient on recipient.id = moderator.id
    where ${isNotifiable(sql`recipient`, actorId)})`;

/** Notifies the author of a comment that it was hidden or restored. */
export const notifyCommentAuthor = (
  decision: 'hidden' | 'restored',
  { comment, post, actorId }: CommentChange,
) => sql`
  notified_commenter as (
    ${insertNotifications}
    select recipient.id, 'comment_' || ${decision}::text, post.id, ${actorId}, null, post.title
    from ${post} post, ${comment} comment
    join users recipient on recipient.id = comment.user_id
    where ${isNotifiable(sql`recipient`, actorId)})`;
