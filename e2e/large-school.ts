import { randomUUID } from 'node:crypto';
import { openDatabase } from '../server/src/database/database.ts';
import { attachToEmbeddedPostgres } from '../server/src/database/embedded-postgres.ts';
import { hashInBackground } from '../server/src/features/auth/passwords.service.ts';
import { demoPassword } from './login.ts';
import { dataDir } from './settings.ts';

/** How many classes a grade has, and how many students each of its classes. */
export interface GradeSize {
  grade: number;
  classes: number;
  students: number;
}

/** Writes a school straight to the database, which takes a second for a thousand students; returns its Mod. */
export async function addLargeSchool(sizes: readonly GradeSize[]): Promise<string> {
  const { connection } = await attachToEmbeddedPostgres(dataDir);
  const database = openDatabase(connection);
  const query = (text: string, values: unknown[]) => database.pool.query(text, values);
  const prefix = `large-${randomUUID().slice(0, 8)}`;
  const mod = `${prefix}-mod`;
  const passwordHash = await hashInBackground(demoPassword);
  const school = await query('insert into schools (school_name) values ($1) returning id', [
    prefix,
  ]);
  const schoolId = school.rows[0].id;
  await query(
    `insert into users (school_id, role, username, first_name, last_name, password_hash)
     values ($1, 'Mod', $2, 'Hạnh', 'Lê Thị', $3)`,
    [schoolId, mod, passwordHash],
  );
  for (const { grade, classes, students } of sizes) {
    await query(
      `with class as (
         insert into classes (school_id, year, grade_id, name)
         select school_id, year, $2::int, $2::int || substr('ABCDEGHIKLMN', number, 1)
         from school_years, generate_series(1, $3::int) number where school_id = $1
         returning id, name
       ), member as (
         insert into users (school_id, role, username, first_name, last_name, password_hash)
         select $1, case number when 0 then 'Teacher' else 'Student' end,
                $5 || '-' || class.name || '-' || number,
                case number when 0 then 'Cô ' else 'Em ' end || number, 'Nguyễn ' || class.name, $6
         from class, generate_series(0, $4::int) number
         returning id, role, username
       )
       insert into memberships (school_id, class_id, user_id, kind, started_at)
       select $1, class.id, member.id,
              case member.role when 'Student' then 'student' else 'homeroom' end, now()
       from class join member on member.username like $5 || '-' || class.name || '-%'`,
      [schoolId, grade, classes, students, prefix, passwordHash],
    );
  }
  await database.close();
  return mod;
}
