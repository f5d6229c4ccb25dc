import assert from 'node:assert/strict';
import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { history, type StudentReport, type StudentTransfer } from '@lop-xanh/contract/history';
import { type Post, posts } from '@lop-xanh/contract/posts';
import type { RolloverDraft } from '@lop-xanh/contract/years';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { openSession } from '../features/auth/sessions.service.ts';
import type { TestUser } from './fixtures.ts';
import type { SchoolLifeClient, StartRows } from './school-life-client.ts';
import type { ModelUser } from './school-memberships.ts';
import { request } from './test-app.ts';

/** Everybody is in the class, and as active, as the model says. */
export async function checkPresent(life: SchoolLifeClient): Promise<void> {
  for (const school of life.model.schools) {
    const query = { school_id: school.id };
    const { users: listed } = await life.asAdmin(accounts.list, { query });
    const found = (listed as Account[]).filter(
      ({ role }) => role === 'Student' || role === 'Teacher',
    );
    const accountById = new Map(found.map((account) => [account.id, account]));
    for (const user of life.model.users) {
      const account = accountById.get(user.id);
      const isListed = user.school === school && !user.isDeleted;
      assertSame(
        account && [account.class_id, account.status, account.departure !== null],
        isListed
          ? [toId(life.model.findClass(user)), user.hasLeft ? 'inactive' : 'active', user.hasLeft]
          : undefined,
        `class, status and departure of ${user.username}`,
      );
      accountById.delete(user.id);
    }
    assertSame(accountById.size, 0, `unknown accounts of the school ${school.id}`);
  }
}

/** What was recorded is still there as it was, with the names of then. */
export async function checkPast(life: SchoolLifeClient): Promise<void> {
  for (const student of life.model.users.filter(({ role }) => role === 'Student')) {
    await checkTransfers(life, student);
    await checkRecords(life, student);
  }
}

async function checkTransfers(life: SchoolLifeClient, student: ModelUser): Promise<void> {
  const { history: found } = await life.asAdmin(history.forStudent, { params: { id: student.id } });
  assertSame(
    (found as StudentTransfer[])
      .map(({ first_name, from_class_name, to_class_name }) => [
        first_name,
        from_class_name,
        to_class_name,
      ])
      .toReversed(),
    life.model
      .listTransfers(student)
      .map(({ firstName, from, to }) => [firstName, from?.name ?? null, to?.name ?? null]),
    `transfers of ${student.username}`,
  );
}

async function checkRecords(life: SchoolLifeClient, student: ModelUser): Promise<void> {
  const records = life.model.listRecords(student);
  for (const year of new Set(records.map(({ date }) => Number(date.slice(0, 4))))) {
    const { weeks } = (await life.asAdmin(history.report, {
      params: { id: student.id },
      query: { school_year: year },
    })) as StudentReport;
    assertSame(
      sortRecords(weeks),
      sortRecords(records.filter(({ date }) => date.startsWith(String(year)))),
      `attendance of ${student.username} in ${year}`,
    );
  }
}

/** Students and parents read exactly the posts of their classes, until they left them. */
export async function checkReading(life: SchoolLifeClient): Promise<void> {
  const { schools, parents } = life.model;
  for (const student of schools.flatMap((school) => life.model.listUsers('Student', school))) {
    const token = await openSession(life.database.db, student.id);
    await checkReader(life, { ...student, token }, [student]);
  }
  for (const { user, children } of parents) await checkReader(life, user, children);
}

async function checkReader(
  { app, model }: SchoolLifeClient,
  { username, token }: TestUser,
  students: ModelUser[],
): Promise<void> {
  const readable = model.posts.filter((post) =>
    students.some((student) => model.canRead(student, post)),
  );
  const readIds: number[] = [];
  for (const { id } of model.posts) {
    const { status } = await request(app, posts.read, { token, params: { id } });
    if (status === 200) readIds.push(id);
  }
  assertSame(readIds, listIds(readable), `posts that ${username} can read`);
  const classes = students.map((student) => model.findClass(student));
  const current = readable.filter(({ schoolClass }) => classes.includes(schoolClass));
  const { body } = await request(app, posts.list, { token, query: { limit: 100 } });
  assertSame(
    listIds(body.posts as Post[]).toReversed(),
    listIds(current),
    `posts in the feed of ${username}`,
  );
}

/** A draft is about everybody who has not left, in a class or not. */
export function checkDraft({ school }: RolloverDraft, students: ModelUser[]): void {
  assertSame(
    sortIds(listIds(school.students)),
    sortIds(listIds(students)),
    'students of the draft',
  );
}

const startTables = [
  'memberships',
  'classes',
  'school_years',
  'departures',
  'former_class_names',
  'posts',
];

export async function readStartRows(db: Db): Promise<StartRows> {
  const rows: StartRows = new Map();
  for (const table of startTables) {
    const query = sql`
      select (to_jsonb(table_row) - 'version')::text from ${raw(table)} table_row order by 1`;
    rows.set(table, await db.values(z.string(), query));
  }
  return rows;
}

/** An undone start leaves the rows as they were. */
export async function checkStartRows(db: Db, before: StartRows): Promise<void> {
  const after = await readStartRows(db);
  for (const table of startTables) {
    const [found, expected] = [new Set(after.get(table)), new Set(before.get(table))];
    assertSame(
      [...found].filter((row) => !expected.has(row)),
      [...expected].filter((row) => !found.has(row)),
      `changed rows of ${table} after an undo`,
    );
  }
}

/** The message has both values, so that it needs no diff. */
function assertSame(found: unknown, expected: unknown, subject: string): void {
  const [is, shouldBe] = [found, expected].map((value) => JSON.stringify(value));
  assert.deepEqual(found, expected, `${subject}: ${is} instead of ${shouldBe}`);
}

function sortRecords(records: StudentReport['weeks']) {
  return records
    .toSorted((a, b) => a.week - b.week || a.class_id - b.class_id)
    .map(({ week, class_id, class_name, status }) => [week, class_id, class_name, status]);
}

const toId = (row: { id: number } | null) => row?.id ?? null;
const listIds = (rows: { id: number }[]) => rows.map(({ id }) => id);
const sortIds = (ids: number[]) => ids.toSorted((a, b) => a - b);
