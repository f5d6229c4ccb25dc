import type pg from 'pg';

const postsOfASchool = 1000;
const classesOfASchool = 10;
const studentsOfAClass = 5;

/**
 * Adds so many posts beside the demo's, spread over its schools and as many more as a country would
 * have for them, with three likes and two comments each and a photo on every other one.
 */
export async function fillPosts(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    // A million rows in seconds: references hold by construction and are not looked up one by one.
    await client.query('set session_replication_role = replica');
    for (const statement of statements(count)) await client.query(statement);
  } finally {
    client.release(true);
  }
}

function statements(posts: number): string[] {
  const schools = Math.ceil(posts / postsOfASchool);
  return [
    `insert into schools (school_name) select 'TH số ' || n from generate_series(1, ${schools}) n`,
    `insert into classes (school_id, grade_id, name)
     select school.id, 1 + n % 5, 'Lớp ' || n
     from schools school, generate_series(1, ${classesOfASchool}) n
     where not exists (select from classes where school_id = school.id)`,
    `insert into users (school_id, class_id, role, username, password_hash, first_name, last_name)
     select class.school_id, class.id, case n when 0 then 'Teacher' else 'Student' end,
            'nguoi.' || class.id || '.' || n, '-', (array['An', 'Bình', 'Chi'])[1 + n % 3], 'Nguyễn Thị'
     from classes class, generate_series(0, ${studentsOfAClass}) n
     where not exists (select from users where class_id = class.id)`,
    // The demo's teachers come first, so that every size has the same page for them.
    `create temporary table authors as
     select row_number() over (order by id) - 1 as number, id, school_id, class_id
     from users where role = 'Teacher'`,
    `create temporary table students as
     select class_id, array_agg(id) as ids from users where role = 'Student' group by class_id`,
    `create temporary table added as
     select nextval(pg_get_serial_sequence('posts', 'id')) as id, n, author.id as author_id,
            author.school_id, students.ids as students, now() - ${posts} * interval '1 minute'
              + n * interval '1 minute' as created_at,
            n / (select count(*) from authors) % 10 as turn
     from generate_series(1, ${posts}) n
     join authors author on author.number = n % (select count(*) from authors)
     join students using (class_id)
     order by n`,
    `insert into posts (id, school_id, author_id, title, content, status, created_at)
     overriding system value
     select id, school_id, author_id, 'Ngày hội tái chế lần thứ ' || n,
            repeat('Các con mang vỏ hộp sữa đã rửa sạch đến lớp nhé. ', 1 + n % 7),
            case turn when 8 then 'pending' when 9 then 'rejected' else 'approved' end, created_at
     from added`,
    `insert into likes (post_id, user_id, created_at)
     select id, student, created_at from added, unnest(students[1:3]) student`,
    `insert into comments (post_id, user_id, text, created_at)
     select id, student, 'Con đã rửa hộp sữa rồi ạ', created_at from added, unnest(students[2:3]) student`,
    `insert into attachments (school_id, post_id, position, file, thumb, mime, filename, bytes, width, height)
     select school_id, id, 0, 'aa/' || md5('file' || id) || '.webp', 'aa/' || md5('thumb' || id) || '.webp',
            'image/webp', 'anh.jpg', 100000, 1920, 1440
     from added where n % 2 = 0`,
  ];
}
