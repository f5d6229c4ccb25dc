import { isStaff } from '@lop-xanh/contract/rules/roles';
import sql, { empty, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { isReportedBy } from './comment-sql.ts';
import { type FeedPage, selectFeedPage } from './posts.queries.ts';

/** Adds up the hashes of rows, so that their order does not matter. */
const hashRows = (row: Sql) => sql`sum(hash_record_extended(row(${row}), 0))`;

/**
 * A text that stays the same only while `listFeed` returns the same to this actor. It covers every row that a page
 * is made of, and a few that it is not, and costs a fraction of the page because it joins little and builds no JSON.
 */
export function fingerprintPage(db: Db, actor: Actor, page: FeedPage): Promise<string> {
  const isOfPage = sql`post_id = any((select list from post_ids)::bigint[])`;
  return db.value(
    z.string(),
    sql`
      with post as materialized (${selectFeedPage(actor, page)}),
      post_ids as materialized (select array_agg(id) as list from post),
      post_like as (select * from likes where ${isOfPage}),
      comment as materialized (
        select comment.*, ${isReportedBy(actor)} as is_reported from comments comment where ${isOfPage}
      )
      select row(
        (select ${hashRows(sql`
           post.*, post.school_id in (select id from schools where comment_mode = 'off')`)}
         from post),
        (select ${hashRows(sql`post_like.*`)} from post_like),
        (select ${hashRows(sql`comment.*`)} from comment),
        (select ${hashRows(sql`attachment.*`)} from attachments attachment where ${isOfPage}),
        (select ${hashRows(sql`class.*`)} from classes class
         where id = any(array(select class_id from post))),
        (select ${hashRows(sql`
           person.id, person.role, person.username, person.first_name, person.last_name, person.avatar`)}
         from users person
         where id = any(array(
           select author_id from post
           union all select decided_by from post where decided_by is not null
           union all select user_id from comment
           union all select decided_by from comment where decided_by is not null
           ${isStaff(actor.role) ? sql`union all select user_id from post_like` : empty})))
      )::text`,
  );
}
