import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../server/src/database/database.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';

/** Whose pages are compared: a student's, and a teacher's, which includes their own pending posts. */
export const feedViewers = ['student', 'teacher'] as const;
type FeedViewer = (typeof feedViewers)[number];

const visibleTo: Record<FeedViewer, string> = {
  student: `class_id = $2 and status = 'approved'`,
  teacher: `school_id = $2 and (status in ('approved', 'withdrawn') or author_id = $1)`,
};
const isOwn = 'post.author_id = $1';
const isApproved = `post.status = 'approved'`;
const commentsOnCard = 10;

/** A student sees neither the usernames of others nor who else likes a post. */
const othersName: Record<FeedViewer, string> = { student: 'full_name', teacher: 'username' };
const likes: Record<FeedViewer, { names: string; from: string }> = {
  student: {
    names: `case when bool_or(post_like.user_id = $1)
      then json_build_array((select username from users where id = $1)) end`,
    from: 'likes post_like',
  },
  teacher: {
    names: `to_json((array_agg(liker.username
      order by post_like.user_id = $1 desc, post_like.created_at))[:100])`,
    from: 'likes post_like join users liker on liker.id = post_like.user_id',
  },
};
/** The comments of the benchmark are visible; a teacher moderates those of their own class. */
const commentAbilities: Record<FeedViewer, string> = {
  student: `case when comment.user_id = $1
    then '{"delete":true,"report":false,"hide":false,"approve":false,"restore":false}'
    else '{"delete":false,"report":true,"hide":false,"approve":false,"restore":false}' end`,
  teacher: `case when post.class_id = (select class_id from current_members where user_id = $1)
    then '{"delete":false,"report":true,"hide":true,"approve":false,"restore":false}'
    else '{"delete":false,"report":true,"hide":false,"approve":false,"restore":false}' end`,
};
const toCursor = (id: string) => `rtrim(encode(convert_to(${id}::text, 'UTF8'), 'base64'), '=')`;

/** The first page as one statement, with the JSON built by PostgreSQL; file URLs are not signed. */
const firstPageSql = (viewer: FeedViewer) => `
  select json_build_object(
    'posts', json_agg(json_build_object(
      'id', post.id, 'author', author.${othersName[viewer]}, 'author_id', author.id,
      'author_first_name', author.first_name, 'author_last_name', author.last_name,
      'author_display', author.last_name || ' ' || author.first_name,
      'author_avt', coalesce(author.avatar, '/uploads/avt/avt-def.jpg'),
      'authorRole', author.role, 'authorSchoolId', post.school_id, 'class_id', post.class_id,
      'class_name', class.name, 'isBySubstitute', post.is_by_substitute,
      'title', post.title, 'content', post.content, 'createdAt', post.created_at,
      'status', post.status, 'approved', ${isApproved}, 'version', post.version,
      'reason', case when ${isOwn} then post.reason end,
      'decided_by', case when ${isOwn} then decider.last_name || ' ' || decider.first_name end,
      'likes', coalesce(post_likes.names, '[]'), 'likeCount', coalesce(post_likes.count, 0),
      'liked', coalesce(post_likes.has_own, false),
      'comments', coalesce(latest_comments.list, '[]'),
      'commentCount', all_comments.count,
      'commentsNext', case when all_comments.count > ${commentsOnCard} then ${toCursor('latest_comments.oldest_id')} end,
      'attachments', coalesce(post_attachments.list, '[]'),
      'can', json_build_object('edit', ${isOwn}, 'delete', ${isOwn}, 'approve', false, 'reject', false,
        'withdraw', false, 'restore', false, 'like', ${isApproved}, 'comment', ${isApproved})
    ) order by post.id desc),
    'next', ${toCursor('min(post.id)')}
  )::text as page
  from (select * from posts where ${visibleTo[viewer]} order by id desc limit 20) post
  join users author on author.id = post.author_id
  left join classes class on class.id = post.class_id
  left join users decider on decider.id = post.decided_by
  left join lateral (
    select ${likes[viewer].names} as names, count(*) as count, bool_or(post_like.user_id = $1) as has_own
    from ${likes[viewer].from}
    where post_like.post_id = post.id
  ) post_likes on true
  left join lateral (
    select count(*) as count from comments where post_id = post.id
  ) all_comments on true
  left join lateral (
    select json_agg(json_build_object('id', comment.id, 'user', commenter.${othersName[viewer]},
      'user_id', commenter.id, 'text', comment.text, 'first_name', commenter.first_name,
      'last_name', commenter.last_name, 'avt', coalesce(commenter.avatar, '/uploads/avt/avt-def.jpg'),
      'createdAt', comment.created_at, 'status', comment.status, 'version', comment.version,
      'held_for', null, 'reason', null, 'decided_by', null,
      'can', ${commentAbilities[viewer]}::json) order by comment.id) as list,
      min(comment.id) as oldest_id
    from (
      select * from comments where post_id = post.id order by id desc limit ${commentsOnCard}
    ) comment
    join users commenter on commenter.id = comment.user_id
  ) latest_comments on true
  left join lateral (
    select json_agg(json_build_object('id', id, 'url', '/uploads/posts/' || file,
      'thumb', '/uploads/posts/' || thumb, 'mime', mime, 'filename', filename,
      'width', width, 'height', height, 'blurredFaces', blurred_faces) order by position) as list
    from attachments where post_id = post.id
  ) post_attachments on true`;

/** The prepared statement of the viewer's first page, with its values. */
export async function prepareFeedStatement({ pool }: Database, viewer: FeedViewer) {
  const { rows } = await pool.query(
    `select id, school_id, class_id from users join current_members on user_id = id
     where username = $1`,
    [demoAccounts[viewer].username],
  );
  const { id, school_id, class_id } = rows[0];
  const values = [id, viewer === 'student' ? class_id : school_id];
  return { name: `feed-${viewer}`, text: firstPageSql(viewer), values };
}

export async function addFeedRoutes(app: FastifyInstance, database: Database): Promise<void> {
  for (const viewer of feedViewers) {
    const statement = await prepareFeedStatement(database, viewer);
    app.get(`/feed/${viewer}`, async (_, reply) => {
      reply.type('application/json');
      return (await database.pool.query(statement)).rows[0].page;
    });
  }
}
