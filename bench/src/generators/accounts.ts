import type pg from 'pg';
import { makeDemoName } from '../../../server/src/demo/demo-names.ts';
import { insertMemberships } from './memberships.ts';

const studentsPerClass = 35;

/** Adds this many students to one school, in classes of all five grades. */
export async function fillAccounts(pool: pg.Pool, count: number): Promise<void> {
  const insertIds = async (text: string, values: unknown[]) =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  const [schoolId] = await insertIds('insert into schools (school_name) values ($1) returning id', [
    largeSchoolName,
  ]);
  const classIds = await insertIds(
    `insert into classes (school_id, year, grade_id, name)
     select school_id, year, 1 + number % 5, (1 + number % 5) || '/' || number
     from school_years, generate_series(1, $2::int) as number where school_id = $1 returning id`,
    [schoolId, Math.ceil(count / studentsPerClass)],
  );
  const names = Array.from({ length: count }, (_, index) => makeDemoName(index));
  const studentIds = await insertIds(
    `insert into users (school_id, role, username, password_hash, first_name, last_name,
       identifier_code, email, parent_name)
     select $1, 'Student', 'lon.' || number, '', first_name, last_name, (2020000000 + number)::text,
            'lon' || number || '@example.vn', last_name
     from unnest($2::text[], $3::text[]) with ordinality as student (first_name, last_name, number)
     returning id`,
    [schoolId, names.map(({ firstName }) => firstName), names.map(({ lastName }) => lastName)],
  );
  await pool.query(
    insertMemberships(
      `select user_id, ($2::bigint[])[1 + (number - 1) % cardinality($2::bigint[])] as class_id
       from unnest($1::bigint[]) with ordinality as student (user_id, number)`,
    ),
    [studentIds, classIds],
  );
}

export const largeSchoolName = 'TH Rất Lớn';
