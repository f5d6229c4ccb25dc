import type { Pool } from 'pg';
import { insertMemberships } from './memberships.ts';

/** Above all ids of the demo. */
const firstId = 1_000_000;

/** Lets every generated student like something in every second week so far, and puts those without a class into one. */
export async function fillLikes(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // No report reads the posts, so none are needed.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
    await client.query(
      insertMemberships(`
        select student.id as user_id, class.id as class_id
        from users student
        cross join lateral (
          select id from classes where school_id = student.school_id
          order by id offset student.id % 35 limit 1
        ) class
        where student.role = 'Student' and student.school_id >= ${firstId}
          and not exists (select from memberships where user_id = student.id)`),
    );
    await client.query(`
      insert into likes (post_id, user_id, created_at)
      select ${firstId} + week, student.id, year.first_monday + week * 7 - interval '3 days'
      from generate_series(1, 35) week
      join users student on student.role = 'Student' and student.school_id >= ${firstId}
        and (student.id + week) % 2 = 0
      join school_years year on year.school_id = student.school_id`);
  } finally {
    await client.query(`reset session_replication_role`);
    client.release();
  }
}
