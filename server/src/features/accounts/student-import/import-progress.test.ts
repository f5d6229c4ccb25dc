import { type ImportJob, studentImport } from '@lop-xanh/contract/student-import';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addSchool, addUser } from '../../../testing/fixtures.ts';
import { sendStudentList } from '../../../testing/send-student-list.ts';
import { makeTestApp, request } from '../../../testing/test-app.ts';
import { makeTestDatabase } from '../../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

test('a running import says how far it is', async () => {
  const schoolId = await addSchool(db);
  const { token } = await addUser(database, { role: 'Mod', school_id: schoolId });
  // The job waits at one of the last students until the test lets it go on.
  await db.run(sql`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(24); return new; end $$`);
  await db.run(sql`
    create trigger wait_for_test before insert on users for each row
    when (new.first_name = 'Chờ') execute function wait_for_test()`);
  onTestFinished(async () => {
    await db.run(sql`drop trigger wait_for_test on users`);
  });
  const students = Array.from({ length: 600 }, (_, index) => (index < 550 ? 'Lê An' : 'Lê Chờ'));
  const lines = students.map((name, index) => `${index + 1},${name},3A,MS${schoolId}${index}`);
  const list = ['STT,Họ và tên,Lớp,Mã HS', ...lines].join('\n');
  const readJob = async (id: number): Promise<ImportJob> =>
    (await request(app, studentImport.job, { token, params: { id } })).body;

  const id = await db.transaction(async (transaction) => {
    await transaction.run(sql`select pg_advisory_xact_lock(24)`);
    const { path } = studentImport.start;
    const { status, body } = await sendStudentList(app, path, list, { token, key: 'tien-do' });
    expect({ status, body }).toMatchObject({ status: 201, body: { state: 'running', done: 0 } });
    await vi.waitFor(
      async () =>
        expect(await readJob(body.id)).toMatchObject({ state: 'running', done: 500, total: 600 }),
      { timeout: 50_000, interval: 50 },
    );
    return body.id as number;
  });
  await vi.waitFor(
    async () => expect(await readJob(id)).toMatchObject({ state: 'done', done: 600 }),
    { timeout: 50_000, interval: 50 },
  );
});
