import { type AuthoredComment, authoredComment } from '@lop-xanh/contract/people';
import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { commentText, isKnownTo } from './comment-sql.ts';
import { visibleTo } from './posts.queries.ts';

/** The comments of an author on posts that the actor may read, newest first. */
export function listAuthoredComments(
  db: Db,
  actor: Actor,
  { authorId, before, limit }: { authorId: number; before: number; limit: number },
): Promise<AuthoredComment[]> {
  return db.many(
    authoredComment,
    sql`
      select comment.id, ${commentText(actor)} as text, comment.status,
             comment.created_at as "createdAt",
             json_build_object('id', post.id, 'title', post.title) as post
      from comments comment
      join (select * from posts where ${visibleTo(actor)}) post on post.id = comment.post_id
      where comment.user_id = ${authorId}::bigint and comment.id < ${before}::bigint
        and ${isKnownTo(actor)}
      order by comment.id desc limit ${limit}`,
  );
}
