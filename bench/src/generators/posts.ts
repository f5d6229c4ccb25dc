import type pg from 'pg';
import { insertMemberships } from './memberships.ts';

const postsPerSchool = 1000;
const classesPerSchool = 10;
const studentsPerClass = 5;

/**
 * Adds this many posts to the demo's schools and enough new ones, with three likes and two
 * comments each and a photo on every second post.
 */
export async function fillPosts(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    // First, because its trigger adds their school year.
    await client.query(insertSchools(count));
    // Foreign keys hold by construction; skipping the checks loads a million rows in seconds.
    await client.query('set session_replication_role = replica');
    for (const statement of buildStatements(count)) await client.query(statement);
  } finally {
    client.release(true);
  }
}

const insertSchools = (posts: number) => `
  insert into schools (school_name)
  select 'TH số ' || n from generate_series(1, ${Math.ceil(posts / postsPerSchool)}) n`;

function buildStatements(posts: number): string[] {
  return [
    `insert into classes (school_id, year, grade_id, name)
     select school_year.school_id, school_year.year, 1 + n % 5, 'Lớp ' || n
     from school_years school_year, generate_series(1, ${classesPerSchool}) n
     where not exists (select from classes where school_id = school_year.school_id)`,
    `insert into users (school_id, role, username, password_hash, first_name, last_name)
     select class.school_id, case n when 0 then 'Teacher' else 'Student' end,
            'nguoi.' || class.id || '.' || n, '-', (array['An', 'Bình', 'Chi'])[1 + n % 3], 'Nguyễn Thị'
     from classes class, generate_series(0, ${studentsPerClass}) n
     where not exists (select from memberships where class_id = class.id)`,
    insertMemberships(
      `select id as user_id, split_part(username, '.', 2)::bigint as class_id from users
       where username like 'nguoi.%'`,
    ),
    `insert into users (school_id, role, username, password_hash, first_name, last_name)
     select id, 'Mod', 'nguoi.' || id || '.mod', '-', 'Bình', 'Lê Thị' from schools
     where school_name like 'TH số %'`,
    // The demo's teachers come first, so that their first page is the same in every size.
    `create temporary table authors as
     select row_number() over (order by id) - 1 as number, id, school_id, class_id
     from users join current_members on user_id = id where role = 'Teacher'`,
    `create temporary table students as
     select class_id, array_agg(user_id order by user_id) as ids from current_members
     where kind = 'student' group by class_id`,
    `create temporary table new_posts as
     select nextval(pg_get_serial_sequence('posts', 'id')) as id, n, author.id as author_id,
            author.school_id, class_id, students.ids as students, now() - ${posts} * interval '1 minute'
              + n * interval '1 minute' as created_at,
            n / (select count(*) from authors) % 10 as round
     from generate_series(1, ${posts}) n
     join authors author on author.number = n % (select count(*) from authors)
     join students using (class_id)
     order by n`,
    `insert into posts (id, school_id, author_id, class_id, title, content, status, created_at)
     overriding system value
     select id, school_id, author_id, class_id, 'Ngày hội tái chế lần thứ ' || n,
            repeat('Các con mang vỏ hộp sữa đã rửa sạch đến lớp nhé. ', 1 + n % 7),
            case round when 8 then 'pending' when 9 then 'rejected' else 'approved' end, created_at
     from new_posts`,
    `insert into likes (post_id, user_id, created_at)
     select id, student, created_at from new_posts, unnest(students[1:3]) student`,
    `insert into comments (school_id, post_id, user_id, text, created_at)
     select school_id, id, student, 'Con đã rửa hộp sữa rồi ạ', created_at from new_posts, unnest(students[2:3]) student`,
    `insert into attachments (school_id, post_id, position, file, thumb, mime, filename, bytes, width, height)
     select school_id, id, 0, 'aa/' || md5('file' || id) || '.webp', 'aa/' || md5('thumb' || id) || '.webp',
            'image/webp', 'anh.jpg', 100000, 1920, 1440
     from new_posts where n % 2 = 0`,
  ];
}
