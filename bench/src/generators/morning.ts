import type { Database } from '../../../server/src/database/database.ts';
import { openSession } from '../../../server/src/features/auth/sessions.service.ts';
import { insertMemberships } from './memberships.ts';

const sizes = { schools: 5, classesPerSchool: 8, studentsPerClass: 25, postsPerTeacher: 20 };

export interface LoggedInUser {
  id: number;
  school_id: number;
  class_id: number;
  grade_id: number;
  token: string;
}

/** Adds schools with a Mod each and classes with a teacher, students and a page of posts, and logs all users in. */
export async function fillMorning({ db, pool }: Database) {
  const client = await pool.connect();
  for (const statement of buildStatements()) await client.query(statement);
  client.release();
  const { rows } = await pool.query<Omit<LoggedInUser, 'token'> & { role: string }>(
    `select "user".id, "user".school_id, class.id as class_id, class.grade_id, "user".role
     from users "user" left join current_members member on member.user_id = "user".id
     left join classes class on class.id = member.class_id
     where "user".username like 'sang.%' order by "user".id`,
  );
  const users: (LoggedInUser & { role: string })[] = [];
  for (const row of rows) users.push({ ...row, token: await openSession(db, row.id) });
  const withRole = (role: string): LoggedInUser[] => users.filter((user) => user.role === role);
  return { students: withRole('Student'), teachers: withRole('Teacher'), mods: withRole('Mod') };
}

function buildStatements(): string[] {
  const { schools, classesPerSchool, studentsPerClass, postsPerTeacher } = sizes;
  const insertUsers = `insert into users (school_id, role, username, password_hash, first_name, last_name)`;
  const isMorningSchool = `school.school_name like 'TH Buổi Sáng %'`;
  return [
    `insert into schools (school_name)
     select 'TH Buổi Sáng ' || n from generate_series(1, ${schools}) n`,
    `insert into classes (school_id, year, grade_id, name)
     select school.id, year, 1 + n % 5, 'Lớp ' || n
     from schools school join school_years on school_id = school.id,
          generate_series(1, ${classesPerSchool}) n
     where ${isMorningSchool}`,
    `${insertUsers}
     select school.id, 'Mod', 'sang.mod.' || school.id, '-', 'Bình', 'Lê Thị'
     from schools school where ${isMorningSchool}`,
    `${insertUsers}
     select school.id, case n when 0 then 'Teacher' else 'Student' end,
            'sang.' || class.id || '.' || n, '-', 'An', 'Nguyễn Thị ' || n
     from schools school join classes class on class.school_id = school.id,
          generate_series(0, ${studentsPerClass}) n
     where ${isMorningSchool}`,
    insertMemberships(
      `select id as user_id, split_part(username, '.', 2)::bigint as class_id from users
       where username like 'sang.%' and role <> 'Mod'`,
    ),
    `insert into posts (school_id, author_id, class_id, title, content, status, created_at)
     select school_id, id, class_id, 'Ngày hội tái chế lần thứ ' || n,
            repeat('Các con mang vỏ hộp sữa đã rửa sạch đến lớp nhé. ', 1 + n % 7),
            'approved', now() - n * interval '1 hour'
     from users join current_members on user_id = id, generate_series(1, ${postsPerTeacher}) n
     where role = 'Teacher' and username like 'sang.%'`,
    `create temporary table viewers as
     select post.id as post_id, post.school_id, viewer.user_id, post.created_at,
            row_number() over (partition by post.id order by viewer.user_id) as position
     from posts post join users author on author.id = post.author_id and author.username like 'sang.%'
     join current_members viewer on viewer.class_id = post.class_id and viewer.kind = 'student'`,
    `insert into likes (post_id, user_id, created_at)
     select post_id, user_id, created_at from viewers where position <= 8`,
    `insert into comments (school_id, post_id, user_id, text, created_at)
     select school_id, post_id, user_id, 'Con đã rửa hộp sữa rồi ạ', created_at from viewers where position <= 3`,
    `insert into attachments (school_id, post_id, position, file, thumb, mime, filename, bytes, width, height)
     select school_id, post_id, position - 1, 'aa/' || md5('file' || post_id || position) || '.webp',
            'aa/' || md5('thumb' || post_id || position) || '.webp', 'image/webp', 'anh.jpg', 100000, 1920, 1440
     from viewers where position <= 2`,
    'vacuum analyze',
  ];
}
