import { type AuthoredPosts, authoredPosts } from '@lop-xanh/contract/people';
import { postStatuses } from '@lop-xanh/contract/posts';
import sql, { join } from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { visibleTo } from './posts.queries.ts';

/** How many posts of an author the actor may read, by status, and the newest of them. */
export function readAuthoredPosts(
  db: Db,
  actor: Actor,
  { authorId, limit }: { authorId: number; limit: number },
): Promise<AuthoredPosts> {
  const counts = postStatuses.map(
    (status) => sql`${status}::text, count(*) filter (where status = ${status})`,
  );
  return db.one(
    authoredPosts,
    sql`
      with post as (
        select id, title, status, class_id, created_at from posts
        where author_id = ${authorId}::bigint and ${visibleTo(actor)}
      )
      select (select json_build_object(${join(counts)}) from post) as counts,
             coalesce((
               select json_agg(json_build_object('id', newest.id, 'title', newest.title,
                 'status', newest.status, 'class_name', class.name, 'createdAt', newest.created_at)
                 order by newest.id desc)
               from (select * from post order by id desc limit ${limit}) newest
               left join classes class on class.id = newest.class_id
             ), '[]') as newest`,
  );
}
