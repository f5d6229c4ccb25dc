import sql, { type Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Db } from './database/database.ts';
import { listNotesOfClass } from './features/leave/leave.queries.ts';
import { listFamilies } from './features/posts/seen.queries.ts';
import { listDays } from './features/today/today.queries.ts';
import { today } from './testing/attendance.ts';
import { addTwoSchools } from './testing/fixtures.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const { ours, theirs } = await addTwoSchools(database);

/** Returns the plans of the statements instead of running them. */
const planner = {
  many: (_row: unknown, statement: Sql) => db.values(z.string(), sql`explain ${statement}`),
} as unknown as Db;

test('the day of a family, the notes of a class and the reads of a post are found by indexes', async () => {
  await db.run(sql`
    insert into leave_notes (school_id, student_id, sent_by, first_day, last_day, reason, status)
    select ${theirs.schoolId}, ${theirs.student.id}, ${theirs.parent.id}, ${today}, ${today}, 'Sốt',
           'withdrawn'
    from generate_series(1, 20000)`);
  await db.run(sql`
    insert into users (school_id, role, username, password_hash, first_name)
    select ${theirs.schoolId}, 'Parent', 'phu.huynh.' || number, '', 'An'
    from generate_series(1, 20000) number`);
  await db.run(sql`
    insert into post_reads (post_id, user_id)
    select ${theirs.post}, id from users where username like 'phu.huynh.%'`);
  await db.run(sql`analyze`);
  const { post, student, classId: class_id, schoolId: school_id } = ours;
  const readPost = {
    id: post,
    school_id,
    class_id,
    status: 'approved',
    reminded_at: null,
  } as const;
  const plans: unknown[] = [
    await listDays(planner, { studentIds: [student.id], date: today }),
    await listNotesOfClass(planner, { classId: class_id, date: today, today }),
    await listFamilies(planner, readPost),
  ];
  for (const plan of plans) {
    expect(plan).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/Seq Scan on (leave_notes|post_reads|users)/)]),
    );
  }
  expect(plans.flat().join('\n')).toMatch(/leave_notes_of_student|one_leave_note_a_day/);
  expect(plans.flat().join('\n')).toContain('post_reads_pkey');
});
