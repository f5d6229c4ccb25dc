import { limits } from '../../../contract/src/rules/limits.ts';
import { openDatabase } from '../../../server/src/database/database.ts';
import type { Case } from '../harness/case.ts';
import { start } from '../harness/start.ts';

/** The primary schools of Vietnam, rounded, and what a class does in a school year. */
const schools = 15_000;
const students = 9_000_000;
const studentsOfAClass = 35;
const postsOfAClassAWeek = 2;
/** Notifications are kept for half a year. */
const yearsOfNotifications = 0.5;
/** The people of the generators have no password. */
const passwordHashBytes = 97;
const mostGigabytes = 1_000;

const classes = Math.round(students / studentsOfAClass);
const posts = classes * postsOfAClassAWeek * limits.teachingWeeks;

/** Each with the tables that grow with it, the one that counts it first. */
const things = [
  // A student, a parent of each, a teacher of each class, and a Mod of each school.
  {
    name: 'an account',
    tables: ['users'],
    count: 2 * students + classes + schools,
    more: passwordHashBytes,
  },
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
    count: posts * studentsOfAClass * yearsOfNotifications,
  },
];

export const country: Case = {
  name: 'country',
  about: 'the room that a school year of all primary schools of Vietnam takes in the database',
  async run() {
    const filled = { accounts: 20_000, students: 20_000, posts: 50_000, notifications: 500_000 };
    await using database = await start('database', filled);
    const opened = openDatabase(database.ready);
    const rows: string[][] = [];
    let total = 0;
    for (const { name, tables, count, more = 0 } of things) {
      const { rows: found } = await opened.pool.query<{ bytes: number }>(
        `select sum(pg_total_relation_size(name::regclass))::float / (select count(*) from ${tables[0]}) as bytes
         from unnest($1::text[]) as name`,
        [tables],
      );
      const bytes = Number(found[0]?.bytes) + more;
      const gigabytes = (bytes * count) / 1e9;
      total += gigabytes;
      const figures = [bytes, count, gigabytes].map((figure) => Math.round(figure));
      rows.push([name, ...figures.map((figure) => figure.toLocaleString('en'))]);
    }
    await opened.close();
    return {
      table: [['', 'bytes, indexes included', 'in all schools, a year', 'GB'], ...rows],
      requirements: [
        {
          text: `a year of ${schools.toLocaleString('en')} schools takes ${total.toFixed(0)} GB (at most ${mostGigabytes.toLocaleString('en')})`,
          isMet: total <= mostGigabytes,
        },
      ],
    };
  },
};
