import { limits } from '../../../contract/src/rules/limits.ts';
import { openDatabase } from '../../../server/src/database/database.ts';
import type { Case } from '../harness/case.ts';
import { startProcess } from '../harness/start-process.ts';

/** The primary schools of Vietnam, rounded. */
const schools = 15_000;
const students = 9_000_000;
const studentsPerClass = 35;
const postsPerClassAndWeek = 2;
/** How long notifications are kept. */
const notificationYears = 0.5;
/** Generated users have no password, so its size is added. */
const passwordHashBytes = 97;
const maxGigabytes = 1_000;

const classes = Math.round(students / studentsPerClass);
const posts = classes * postsPerClassAndWeek * limits.teachingWeeks;

/** Each with the tables that grow with it; the first table has one row per item. */
const items = [
  // Students, one parent each, a teacher per class and a Mod per school.
  {
    name: 'an account',
    tables: ['users'],
    count: 2 * students + classes + schools,
    extraBytes: passwordHashBytes,
  },
  { name: 'a membership in a class', tables: ['memberships'], count: students + classes },
  {
    name: 'an attendance record, with its share of sheet and name',
    tables: ['attendance_records', 'attendance_sheets', 'student_names'],
    count: students * limits.teachingWeeks,
  },
  {
    name: 'a post, with three likes, two comments and half a photo’s row',
    tables: ['posts', 'likes', 'comments', 'attachments'],
    count: posts,
  },
  {
    name: 'a notification',
    tables: ['notifications'],
    count: posts * studentsPerClass * notificationYears,
  },
];

export const countryCase: Case = {
  name: 'country',
  description: 'the database size of one school year of all primary schools in Vietnam',
  async run() {
    const sizes = { accounts: 20_000, students: 20_000, posts: 50_000, notifications: 500_000 };
    await using process = await startProcess('database', sizes);
    const database = openDatabase(process.ready);
    const rows: string[][] = [];
    let totalGigabytes = 0;
    for (const { name, tables, count, extraBytes = 0 } of items) {
      const { rows: found } = await database.pool.query<{ bytes: number }>(
        `select sum(pg_total_relation_size(name::regclass))::float / (select count(*) from ${tables[0]}) as bytes
         from unnest($1::text[]) as name`,
        [tables],
      );
      const bytes = Number(found[0]?.bytes) + extraBytes;
      const gigabytes = (bytes * count) / 1e9;
      totalGigabytes += gigabytes;
      const figures = [bytes, count, gigabytes].map((figure) => Math.round(figure));
      rows.push([name, ...figures.map((figure) => figure.toLocaleString('en'))]);
    }
    await database.close();
    return {
      table: [['', 'bytes, indexes included', 'per year in all schools', 'GB'], ...rows],
      requirements: [
        {
          text: `a year of ${schools.toLocaleString('en')} schools takes ${totalGigabytes.toFixed(0)} GB (at most ${maxGigabytes.toLocaleString('en')})`,
          isMet: totalGigabytes <= maxGigabytes,
        },
      ],
    };
  },
};
