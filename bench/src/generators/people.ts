import type pg from 'pg';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { makeDemoName } from '../../../server/src/demo/demo-names.ts';
import { insertMemberships } from './memberships.ts';

const studentsPerClass = 35;
const accountsPerSchool = 2_000;
/** Of the first school. */
const accountsOfLargest = 20_000;

/** The Mod of the largest school, with the password of the demo. */
export const largestSchoolMod = 'mod.1';

/** Adds this many accounts: a large school and many usual ones, half of each students and most others parents. */
export async function fillPeople(pool: pg.Pool, count: number): Promise<void> {
  for (let first = 0, number = 1; first < count; number++) {
    const size = Math.min(number === 1 ? accountsOfLargest : accountsPerSchool, count - first);
    await fillSchool(pool, { number, first, size });
    first += size;
  }
}

/** Two of five people in Vietnam are called Nguyễn. */
function makeName(number: number) {
  const { firstName, lastName } = makeDemoName(number);
  return { firstName, lastName: number % 5 < 2 ? lastName.replace(/^\S+/, 'Nguyễn') : lastName };
}

interface School {
  number: number;
  /** The number of its first account among all. */
  first: number;
  size: number;
}

async function fillSchool(pool: pg.Pool, { number, first, size }: School): Promise<void> {
  const insertIds = async (text: string, values: unknown[]) =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  const [schoolId] = await insertIds('insert into schools (school_name) values ($1) returning id', [
    `TH số ${number}`,
  ]);
  const studentCount = Math.floor(size / 2);
  const classCount = Math.ceil(studentCount / studentsPerClass);
  const classIds = await insertIds(
    `insert into classes (school_id, year, grade_id, name)
     select school_id, year, 1 + number % 5, (1 + number % 5) || chr(65 + number / 5 % 26) || coalesce(nullif(number / 130, 0)::text, '')
     from school_years, generate_series(0, $2::int - 1) as number where school_id = $1 returning id`,
    [schoolId, classCount],
  );
  const insertUsers = (role: string, from: number, amount: number) => {
    const names = Array.from({ length: amount }, (_, index) => makeName(first + from + index));
    return insertIds(
      `insert into users (school_id, role, username, password_hash, first_name, last_name,
         identifier_code, phone)
       select $1, $2, lower($2) || '.' || $3::int + number, '', first_name, last_name,
              case when $2 = 'Student' then (2030000000 + $3::int + number)::text end,
              '09' || lpad((($3::bigint + number) * 7919 % 100000000)::text, 8, '0')
       from unnest($4::text[], $5::text[]) with ordinality as person (first_name, last_name, number)
       returning id`,
      [
        schoolId,
        role,
        first + from,
        names.map(({ firstName }) => firstName),
        names.map(({ lastName }) => lastName),
      ],
    );
  };
  const studentIds = await insertUsers('Student', 0, studentCount);
  const teacherIds = await insertUsers('Teacher', studentCount, classCount);
  const parentCount = size - studentCount - classCount - 1;
  const parentIds = await insertUsers('Parent', studentCount + classCount, parentCount);
  await pool.query(
    `insert into users (school_id, role, username, password_hash, first_name)
     select $1, 'Mod', 'mod.' || $2::int, password_hash, 'Mod' from users where username = $3`,
    [schoolId, number, demoAccounts.mod.username],
  );
  await pool.query(
    `insert into parents_children (parent_id, student_id)
     select * from unnest($1::bigint[], $2::bigint[]) as link (parent_id, student_id)`,
    [parentIds, studentIds.slice(0, parentCount)],
  );
  await pool.query(
    insertMemberships(
      `select user_id, ($2::bigint[])[1 + (number - 1) % cardinality($2::bigint[])] as class_id
       from unnest($1::bigint[]) with ordinality as member (user_id, number)`,
    ),
    [[...studentIds, ...teacherIds], classIds],
  );
}
