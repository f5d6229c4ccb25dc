import type pg from 'pg';
import { nameOf } from '../../../server/src/demo/demo-names.ts';

const studentsInClass = 35;

/** So many students in one school, in classes of all five grades. */
export async function fillAccounts(pool: pg.Pool, count: number): Promise<void> {
  const ids = async (text: string, values: unknown[]) =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  const [school] = await ids('insert into schools (school_name) values ($1) returning id', [
    largeSchool,
  ]);
  const classes = await ids(
    `insert into classes (school_id, grade_id, name)
     select $1, 1 + number % 5, (1 + number % 5) || '/' || number
     from generate_series(1, $2::int) as number returning id`,
    [school, Math.ceil(count / studentsInClass)],
  );
  const names = Array.from({ length: count }, (_, at) => nameOf(at));
  await pool.query(
    `insert into users (school_id, class_id, role, username, password_hash, first_name, last_name,
       identifier_code, email, parent_name)
     select $1, ($2::bigint[])[1 + (number - 1) % cardinality($2::bigint[])], 'Student',
            'lon.' || number, '', first_name, last_name, (2020000000 + number)::text,
            'lon' || number || '@example.vn', last_name
     from unnest($3::text[], $4::text[]) with ordinality as person (first_name, last_name, number)`,
    [
      school,
      classes,
      names.map(({ firstName }) => firstName),
      names.map(({ lastName }) => lastName),
    ],
  );
}

export const largeSchool = 'TH Rất Lớn';
