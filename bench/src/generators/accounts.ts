import type pg from 'pg';
import { makeDemoName } from '../../../server/src/demo/demo-names.ts';

const studentsPerClass = 35;

/** Adds this many students to one school, in classes of all five grades. */
export async function fillAccounts(pool: pg.Pool, count: number): Promise<void> {
  const insertIds = async (text: string, values: unknown[]) =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  const [schoolId] = await insertIds('insert into schools (school_name) values ($1) returning id', [
    largeSchoolName,
  ]);
  const classIds = await insertIds(
    `insert into classes (school_id, grade_id, name)
     select $1, 1 + number % 5, (1 + number % 5) || '/' || number
     from generate_series(1, $2::int) as number returning id`,
    [schoolId, Math.ceil(count / studentsPerClass)],
  );
  const names = Array.from({ length: count }, (_, index) => makeDemoName(index));
  await pool.query(
    `insert into users (school_id, class_id, role, username, password_hash, first_name, last_name,
       identifier_code, email, parent_name)
     select $1, ($2::bigint[])[1 + (number - 1) % cardinality($2::bigint[])], 'Student',
            'lon.' || number, '', first_name, last_name, (2020000000 + number)::text,
            'lon' || number || '@example.vn', last_name
     from unnest($3::text[], $4::text[]) with ordinality as student (first_name, last_name, number)`,
    [
      schoolId,
      classIds,
      names.map(({ firstName }) => firstName),
      names.map(({ lastName }) => lastName),
    ],
  );
}

export const largeSchoolName = 'TH Rất Lớn';
