import type { Pool } from 'pg';

/** Above all ids of the demo. */
const firstId = 1_000_000;
const classesPerSchool = 35;
const postsPerSchool = 60;
const studentsPerSchool = 100;

/**
 * Adds this many schools, each with classes that have a sheet of every week so far, posts with files of which some wait,
 * Mods, teachers and students with sessions, and days of use. Some schools have no Mod, and some nothing waiting.
 */
export async function fillSchools(pool: Pool, schools: number): Promise<void> {
  const client = await pool.connect();
  const run = (statement: string) =>
    client.query(
      statement
        .replaceAll(':first', String(firstId))
        .replaceAll(':last', String(firstId + schools - 1))
        .replaceAll(':classes', String(classesPerSchool))
        .replaceAll(':posts', String(postsPerSchool))
        .replaceAll(':students', String(studentsPerSchool)),
    );
  try {
    // First, because its trigger adds their school year.
    await run(`
      insert into schools (id, school_name) overriding system value
      select id, 'Trường Tiểu học số ' || id from generate_series(:first, :last) id`);
    // Foreign keys hold by construction; checking each row would take longer than the load.
    await run(`set session_replication_role = replica; set synchronous_commit = off`);
    // So that this is their eleventh week, whenever it is measured.
    await run(`
      update school_years set first_monday = date_trunc('week', now())::date - 70
      where school_id >= :first`);
    await run(`
      insert into classes (id, school_id, year, grade_id, name) overriding system value
      select school.school_id * :classes + number, school.school_id, school.year, number % 5 + 1,
             number % 5 + 1 || '.' || number
      from school_years school, generate_series(0, :classes - 1) number
      where school.school_id >= :first`);
    await run(`
      insert into users (school_id, role, username, password_hash, first_name)
      select school_id, case when number = 1 then 'Mod' when number <= 1 + :classes then 'Teacher'
               else 'Student' end, 'n' || school_id || '.' || number, '-', 'An'
      from generate_series(:first, :last) school_id,
           generate_series(case when school_id % 20 = 0 then 2 else 1 end, 1 + :classes + :students) number`);
    await run(`
      insert into sessions (token_hash, user_id, expires_at)
      select sha256(('s' || id)::bytea), id, now() + interval '30 days'
      from users where school_id >= :first and id % 2 = 0`);
    await run(`
      insert into school_activity (school_id, day, logins, last_at)
      select school_id, current_date - days, 50 + days, now() - make_interval(days => days)
      from generate_series(:first, :last) school_id, generate_series(0, 70) days`);
    // By week as in real use; in the current one some classes have none yet.
    await run(`
      insert into attendance_sheets (school_id, class_id, school_year, week, date, taken_by, present, total)
      select class.school_id, class.id, class.year, week, current_date, 1, 28 + class.id % 8, 35
      from generate_series(1, 11) week, classes class
      where class.school_id >= :first and (week < 11 or class.id % 7 <> 0)`);
    await run(`
      insert into posts (school_id, author_id, class_id, title, content, status, submitted_at)
      select school_id, 1, school_id * :classes, 'Bài ' || number, 'Vườn rau của lớp em.',
             case when number <= school_id % 4 then 'pending' else 'approved' end,
             now() - make_interval(hours => number)
      from generate_series(:first, :last) school_id, generate_series(1, :posts) number`);
    await run(`
      insert into attachments (school_id, post_id, position, file, mime, filename, bytes)
      select post.school_id, post.id, position, 'b/' || post.id || '.' || position, 'image/webp', 'anh', 200000
      from posts post, generate_series(0, 4) position where post.school_id >= :first`);
    await run(`
      insert into stored_files (name, school_id, bytes)
      select file, school_id, bytes from attachments where school_id >= :first`);
  } finally {
    await client.query(`reset session_replication_role`);
    client.release();
  }
}
