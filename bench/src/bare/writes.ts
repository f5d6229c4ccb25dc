import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../server/src/database/database.ts';

const createPost = {
  name: 'create-post',
  text: `
    with post as (
      insert into posts (school_id, author_id, class_id, title, content) values ($1, $2, $3, $4, $5)
      returning *
    ), notified as (
      insert into notifications (user_id, type, ref_id, sender_id, class_id, about)
      select mod.id, 'post_pending', post.id, post.author_id, post.class_id, post.title
      from post
      join users mod on mod.school_id = post.school_id and mod.role = 'Mod'
    )
    select json_build_object(
      'id', post.id, 'author', author.username, 'author_id', author.id,
      'author_first_name', author.first_name, 'author_last_name', author.last_name,
      'author_display', author.last_name || ' ' || author.first_name,
      'author_avt', coalesce(author.avatar, '/uploads/avt/avt-def.jpg'),
      'authorRole', author.role, 'authorSchoolId', post.school_id, 'class_id', post.class_id,
      'class_name', class.name, 'isBySubstitute', post.is_by_substitute,
      'title', post.title, 'content', post.content, 'createdAt', post.created_at,
      'status', post.status, 'approved', false, 'version', post.version, 'reason', null,
      'decided_by', null, 'likes', '[]'::json, 'likeCount', 0, 'liked', false,
      'comments', '[]'::json, 'commentCount', 0, 'commentsNext', null, 'attachments', '[]'::json,
      'can', '{"edit":true,"delete":true,"approve":false,"reject":false,"withdraw":false,"restore":false,"like":false,"comment":false}'::json
    )::text as post
    from post join users author on author.id = post.author_id join classes class on class.id = post.class_id`,
};

/** Changes the like and the author's notification, and returns the names of the others who like the post. */
const buildLikeStatement = (isLiked: boolean) => ({
  name: isLiked ? 'like' : 'unlike',
  text: `
    with change as (${
      isLiked
        ? 'insert into likes (post_id, user_id) values ($1, $2) on conflict do nothing returning post_id'
        : 'delete from likes where post_id = $1 and user_id = $2 returning post_id'
    }), notified as (${
      isLiked
        ? `insert into notifications (user_id, type, ref_id, sender_id, about, group_key)
           select author_id, 'like_agg', id, $2::bigint, title,
                  'like:' || id || ':'
                    || extract(epoch from date_bin('5 minutes', now(), timestamptz 'epoch'))::bigint
           from change join posts on id = post_id where author_id <> $2 on conflict do nothing`
        : `delete from notifications using change join posts post on post.id = post_id
           where user_id = author_id and ref_id = post.id and type = 'like_agg' and sender_id = $2
             and read_at is null`
    })
    select array_agg(liker.username order by post_like.created_at) as names
    from likes post_like join users liker on liker.id = post_like.user_id
    where post_like.post_id = $1 and post_like.user_id <> $2`,
});

interface Teacher {
  id: number;
  school_id: number;
  class_id: number | null;
  username: string;
}

/** The routes look up no session: the user is part of the path. */
export async function addWriteRoutes(app: FastifyInstance, { pool }: Database): Promise<void> {
  const { rows } = await pool.query<Teacher>(
    `select id, school_id, class_id, username from users left join current_members on user_id = id
     where role = 'Teacher'`,
  );
  const teachers = new Map(rows.map((teacher) => [String(teacher.id), teacher]));

  app.post<{ Params: { user: string }; Body: { title: string; content: string } }>(
    '/users/:user/posts',
    async ({ params, body }, reply) => {
      const { school_id, class_id } = teachers.get(params.user) as Teacher;
      const values = [school_id, params.user, class_id, body.title, body.content];
      reply.code(201).type('application/json');
      return (await pool.query({ ...createPost, values })).rows[0].post;
    },
  );
  app.post<{ Params: { user: string; id: string }; Body: { liked: boolean } }>(
    '/users/:user/posts/:id/like',
    async ({ params, body: { liked } }) => {
      const values = [params.id, params.user];
      const found = await pool.query({ ...buildLikeStatement(liked), values });
      const names = found.rows[0].names ?? [];
      const likes = liked ? [...names, teachers.get(params.user)?.username] : names;
      return { liked, likes, likeCount: likes.length };
    },
  );
}
