import type { Database } from '../../../server/src/database/database.ts';
import { openSession } from '../../../server/src/http/authentication.ts';

const sizes = { schools: 5, classesOfASchool: 8, studentsOfAClass: 25, postsOfATeacher: 20 };

export interface Somebody {
  id: number;
  school_id: number;
  class_id: number;
  grade_id: number;
  token: string;
}

/** Schools with a Mod each, classes with their teacher and students, a page of posts in every class, and everybody logged in. */
export async function fillMorning({ db, pool }: Database) {
  const client = await pool.connect();
  for (const statement of statements()) await client.query(statement);
  client.release();
  const { rows } = await pool.query<Omit<Somebody, 'token'> & { role: string }>(
    `select u.id, u.school_id, u.class_id, c.grade_id, u.role
     from users u left join classes c on c.id = u.class_id where u.username like 'sang.%' order by u.id`,
  );
  const people: (Somebody & { role: string })[] = [];
  for (const row of rows) people.push({ ...row, token: await openSession(db, row.id) });
  const inRole = (role: string): Somebody[] => people.filter((one) => one.role === role);
  return { students: inRole('Student'), teachers: inRole('Teacher'), mods: inRole('Mod') };
}

function statements(): string[] {
  const { schools, classesOfASchool, studentsOfAClass, postsOfATeacher } = sizes;
  const person = `insert into users (school_id, class_id, role, username, password_hash, first_name, last_name)`;
  const morning = `school.school_name like 'TH Buổi Sáng %'`;
  return [
    `insert into schools (school_name)
     select 'TH Buổi Sáng ' || n from generate_series(1, ${schools}) n`,
    `insert into classes (school_id, grade_id, name)
     select school.id, 1 + n % 5, 'Lớp ' || n
     from schools school, generate_series(1, ${classesOfASchool}) n where ${morning}`,
    `${person}
     select school.id, null, 'Mod', 'sang.mod.' || school.id, '-', 'Bình', 'Lê Thị'
     from schools school where ${morning}`,
    `${person}
     select school.id, class.id, case n when 0 then 'Teacher' else 'Student' end,
            'sang.' || class.id || '.' || n, '-', 'An', 'Nguyễn Thị ' || n
     from schools school join classes class on class.school_id = school.id,
          generate_series(0, ${studentsOfAClass}) n
     where ${morning}`,
    `insert into posts (school_id, author_id, title, content, status, created_at)
     select school_id, id, 'Ngày hội tái chế lần thứ ' || n,
            repeat('Các con mang vỏ hộp sữa đã rửa sạch đến lớp nhé. ', 1 + n % 7),
            'approved', now() - n * interval '1 hour'
     from users, generate_series(1, ${postsOfATeacher}) n
     where role = 'Teacher' and username like 'sang.%'`,
    `create temporary table readers as
     select post.id as post_id, post.school_id, reader.id as user_id, post.created_at,
            row_number() over (partition by post.id order by reader.id) as place
     from posts post join users author on author.id = post.author_id and author.username like 'sang.%'
     join users reader on reader.class_id = author.class_id and reader.role = 'Student'`,
    `insert into likes (post_id, user_id, created_at)
     select post_id, user_id, created_at from readers where place <= 8`,
    `insert into comments (post_id, user_id, text, created_at)
     select post_id, user_id, 'Con đã rửa hộp sữa rồi ạ', created_at from readers where place <= 3`,
    `insert into attachments (school_id, post_id, position, file, thumb, mime, filename, bytes, width, height)
     select school_id, post_id, place - 1, 'aa/' || md5('file' || post_id || place) || '.webp',
            'aa/' || md5('thumb' || post_id || place) || '.webp', 'image/webp', 'anh.jpg', 100000, 1920, 1440
     from readers where place <= 2`,
    'vacuum analyze',
  ];
}
