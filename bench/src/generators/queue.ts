import type { Pool } from 'pg';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';

/** Adds this many items to the moderation queue of the demo school: pending posts, held and reported comments. */
export async function fillQueue(pool: Pool, items: number): Promise<void> {
  const { teacher, student } = demoAccounts;
  await pool.query(
    `insert into posts (school_id, author_id, class_id, title, content, status, submitted_at)
     select author.school_id, author.id, member.class_id, 'Bài ' || number, repeat('Vườn rau của lớp em. ', 100),
            'pending', now() - make_interval(mins => number)
     from users author join current_members member on member.user_id = author.id,
          generate_series(1, $2::int * 3 / 5) number
     where author.username = $1`,
    [teacher.username, items],
  );
  await pool.query(
    `insert into comments (school_id, post_id, user_id, text, status, held_for, created_at, reported_at)
     select post.school_id, post.id, author.id, 'Lời ' || number, status.name,
            case when status.name = 'held' then array['word'] end,
            now() - make_interval(mins => number), case when status.name = 'visible' then now() end
     from users author
     join lateral (
       select id, school_id from posts
       where school_id = author.school_id and status = 'approved' order by id limit 1
     ) post on true,
     (values ('held'), ('visible')) status (name), generate_series(1, $2::int / 5) number
     where author.username = $1`,
    [student.username, items],
  );
}
