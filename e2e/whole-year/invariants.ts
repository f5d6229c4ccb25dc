import type { AttendanceWeek } from '@lop-xanh/contract/attendance';
import type { Post } from '@lop-xanh/contract/posts';
import { openDatabase } from '../../server/src/database/database.ts';
import { attachToEmbeddedPostgres } from '../../server/src/database/embedded-postgres.ts';
import { expect } from '../test.ts';
import type { Person } from './person.ts';
import { actor, type Child, call, type SchoolLife } from './school-life.ts';

/** What the year has left behind, computed from the API and the tables instead of the screens. */
export async function checkYear(life: SchoolLife): Promise<void> {
  await checkAttendance(life);
  await checkReaders(life);
  await checkTables(life);
  expect(life.problems).toEqual([]);
}

async function checkAttendance(life: SchoolLife): Promise<void> {
  const path = '/api/classes?school_year=2025';
  const { classes } = await call(life, 'mod.kimdong', 'GET', path);
  const { id } = classes.find(({ name }: { name: string }) => name === '3A');
  const answer = await call(life, 'mod.kimdong', 'GET', `/api/classes/${id}/attendance/weeks`);
  const weeks: AttendanceWeek[] = answer.weeks;
  const saved = weeks.map(({ week, records }) => [
    week,
    records.filter(({ status }) => status === 'absent').map(({ student_id }) => student_id),
  ]);
  expect(new Map(saved as [number, number[]][])).toEqual(life.ledger.absent);

  // A family reads its own child and nobody else.
  const [minh] = life.children as [Child];
  const own = await call(life, actor(life, 'parent').username, 'GET', '/api/classes');
  const ofParent = JSON.stringify(own);
  for (const { full_name } of life.children.slice(1)) expect(ofParent).not.toContain(full_name);
  const year = `/api/students/${minh.id}/attendance?school_year=2025`;
  const { attendance } = await call(life, actor(life, 'parent').username, 'GET', year);
  const absences = attendance
    .filter(({ status }: { status: string }) => status === 'absent')
    .map(({ week }: { week: number }) => week);
  const expected = [...life.ledger.absent].filter(([, ids]) => ids.includes(minh.id));
  expect(absences).toEqual(expected.map(([week]) => week));
}

async function listPosts(life: SchoolLife, username: string, query = ''): Promise<Post[]> {
  return (await call(life, username, 'GET', `/api/posts?limit=100${query}`)).posts;
}

const toTitles = (posts: Post[]) => posts.map(({ title }) => title).toReversed();

/** Each family reads its class of today, and of the former one what was written until its child left. */
async function checkReaders(life: SchoolLife): Promise<void> {
  const { posts } = life.ledger;
  const [parent, mover] = [actor(life, 'parent'), actor(life, 'mover')];
  const readMemories = async ({ username }: Person) => {
    const { classes } = await call(life, username, 'GET', '/api/memories');
    expect(classes).toMatchObject([{ class_name: '3A', school_year: 2025 }]);
    return listPosts(life, username, `&class_id=${classes[0].class_id}`);
  };
  expect(toTitles(await listPosts(life, parent.username))).toEqual(posts.slice(-1));
  expect(toTitles(await readMemories(parent))).toEqual(posts.slice(0, -1));
  const untilMove = posts.slice(0, posts.indexOf('Sau khi bạn đi'));
  const ofMover = await readMemories(mover);
  expect(toTitles(ofMover)).toEqual(untilMove);
  for (const username of ['mod.leloi', mover.username]) {
    expect(await listPosts(life, username)).toEqual([]);
  }
  // The photos have come along to the second machine.
  const photos = ofMover.flatMap(({ attachments }) => attachments.map(({ url }) => url));
  expect(photos).toHaveLength(1);
  for (const url of photos) {
    expect((await life.request.get(new URL(url, life.server.address).href)).status()).toBe(200);
  }
}

async function checkTables(life: SchoolLife): Promise<void> {
  const { connection } = await attachToEmbeddedPostgres(life.server.dataDir);
  const database = openDatabase(connection);
  const count = async (query: string) => Number((await database.pool.query(query)).rows[0]?.count);
  try {
    const twice = `
      select count(*) from memberships one
      join memberships other on other.user_id = one.user_id and other.id > one.id
        and one.kind = 'student' and other.kind = 'student'
        and tstzrange(one.started_at, one.ended_at) && tstzrange(other.started_at, other.ended_at)`;
    expect(await count(twice)).toBe(0);
    const wrongSums = `
      select count(*) from attendance_sheets sheet
      join lateral (
        select count(*) as total, count(*) filter (where is_present) as present
        from attendance_records record where record.sheet_id = sheet.id
      ) counted on true
      where (sheet.total, sheet.present) <> (counted.total, counted.present)`;
    expect(await count(wrongSums)).toBe(0);
    expect(await count('select count(*) from attendance_sheets')).toBe(life.ledger.absent.size + 1);
  } finally {
    await database.close();
  }
}
