import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../server/src/database/database.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';

/** The readers whose pages are compared: a student, and a teacher whose own posts wait among the school's. */
export const feedReaders = ['student', 'teacher'] as const;
type FeedReader = (typeof feedReaders)[number];

const visible: Record<FeedReader, string> = {
  student: `school_id = $2 and status = 'approved' and author_id = $3`,
  teacher: `school_id = $2 and (status = 'approved' or author_id = $1)`,
};
const own = 'post.author_id = $1';
const isApproved = `post.status = 'approved'`;

/** One statement for the first page, its answer built by PostgreSQL; the addresses of files are not signed. */
const page = (reader: FeedReader) => `
  select json_build_object(
    'posts', json_agg(json_build_object(
      'id', post.id, 'author', author.username, 'author_id', author.id,
      'author_first_name', author.first_name, 'author_last_name', author.last_name,
      'author_display', author.last_name || ' ' || author.first_name,
      'author_avt', coalesce(author.avatar, '/uploads/avt/avt-def.jpg'),
      'authorRole', author.role, 'authorSchoolId', post.school_id, 'class_name', class.name,
      'title', post.title, 'content', post.content, 'createdAt', post.created_at,
      'status', post.status, 'approved', ${isApproved}, 'version', post.version,
      'reason', case when ${own} then post.reason end,
      'decided_by', case when ${own} then decider.last_name || ' ' || decider.first_name end,
      'likes', coalesce(liked.names, '[]'), 'likeCount', coalesce(liked.count, 0),
      'liked', coalesce(liked.mine, false),
      'comments', coalesce(said.latest, '[]'),
      'commentCount', (select count(*) from comments where post_id = post.id),
      'attachments', coalesce(files.list, '[]'),
      'can', json_build_object('edit', ${own}, 'delete', ${own}, 'approve', false, 'reject', false,
        'like', ${isApproved}, 'comment', ${isApproved})
    ) order by post.id desc),
    'next', rtrim(encode(convert_to(min(post.id)::text, 'UTF8'), 'base64'), '=')
  )::text as page
  from (select * from posts where ${visible[reader]} order by id desc limit 20) post
  join users author on author.id = post.author_id
  left join classes class on class.id = author.class_id
  left join users decider on decider.id = post.decided_by
  left join lateral (
    select json_agg(person.username order by one.created_at) as names, count(*) as count,
           bool_or(one.user_id = $1) as mine
    from likes one join users person on person.id = one.user_id where one.post_id = post.id
  ) liked on true
  left join lateral (
    select json_agg(json_build_object('id', comment.id, 'user', person.username,
      'user_id', person.id, 'text', comment.text, 'first_name', person.first_name,
      'last_name', person.last_name, 'avt', coalesce(person.avatar, '/uploads/avt/avt-def.jpg'),
      'createdAt', comment.created_at) order by comment.id) as latest
    from (select * from comments where post_id = post.id order by id desc limit 10) comment
    join users person on person.id = comment.user_id
  ) said on true
  left join lateral (
    select json_agg(json_build_object('id', id, 'url', '/uploads/posts/' || file,
      'thumb', '/uploads/posts/' || thumb, 'mime', mime, 'filename', filename,
      'width', width, 'height', height) order by position) as list
    from attachments where post_id = post.id
  ) files on true`;

/** The statement of a reader's first page, with whom it is for. */
export async function feedStatement({ pool }: Database, reader: FeedReader) {
  const { rows } = await pool.query(
    `select id, school_id, (select id from users where class_id = one.class_id and role = 'Teacher') as teacher_id
     from users one where username = $1`,
    [demoAccounts[reader].username],
  );
  const { id, school_id, teacher_id } = rows[0];
  const values = reader === 'student' ? [id, school_id, teacher_id] : [id, school_id];
  return { name: `feed-${reader}`, text: page(reader), values };
}

export async function bareFeed(app: FastifyInstance, database: Database): Promise<void> {
  for (const reader of feedReaders) {
    const statement = await feedStatement(database, reader);
    app.get(`/feed/${reader}`, async (_, reply) => {
      reply.type('application/json');
      return (await database.pool.query(statement)).rows[0].page;
    });
  }
}
