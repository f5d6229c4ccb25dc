import { monitorEventLoopDelay } from 'node:perf_hooks';
import { studentTables } from '@lop-xanh/contract/account-tables';
import { endpoints } from '@lop-xanh/contract/api';
import { site } from '@lop-xanh/contract/site';
import { studentImport } from '@lop-xanh/contract/student-import';
import { expect, test } from 'vitest';
import { addSchool, addUser } from './testing/fixtures.ts';
import { hostileLists } from './testing/hostile-lists.ts';
import { hostileTables } from './testing/hostile-tables.ts';
import { sendTable } from './testing/send-table.ts';
import { makeTestApp, request } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const schoolId = await addSchool(database.db);
const { token } = await addUser(database, { role: 'Mod', school_id: schoolId });
const send = async (content: string | Buffer) =>
  sendTable(app, studentTables.importTable, {
    token,
    content: typeof content === 'string' ? content : new Uint8Array(content),
    query: { dry_run: true },
  });

const finiteTables = hostileTables.filter(({ isEndless }) => !isEndless);
test.each(finiteTables)('$name is rejected with a clear message', async ({ bytes }) => {
  const { status, body } = await send(bytes());
  expect([400, 413]).toContain(status);
  expect(body.message).toMatch(/bảng|tiêu đề/i);
});

/** Each of these exhausts another limit of the table process. */
const representatives = ['a row 1e9', 'a bomb of 24 MB', 'a million columns in each of many rows'];
const admin = await addUser(database, { role: 'Admin' });
test.each(endpoints.filter(({ acceptsTable }) => acceptsTable))(
  'hostile tables are rejected by $method $path',
  async (endpoint) => {
    for (const { bytes } of hostileTables.filter(({ name }) => representatives.includes(name))) {
      const { status, body } = await sendTable(app, endpoint, {
        token: admin.token,
        content: new Uint8Array(bytes()),
        query: endpoint.query ? { school_id: schoolId, version: 0 } : {},
      });
      expect([400, 413]).toContain(status);
      expect(body.message).toMatch(/bảng|tiêu đề/i);
    }
  },
);

test('other requests get responses while a table exhausts the memory of its process', async () => {
  let isDone = false;
  let otherRequests = 0;
  const [table] = hostileTables;
  const response = send(table?.bytes() ?? '').finally(() => {
    isDone = true;
  });
  while (!isDone) {
    expect((await request(app, site.health, {})).status).toBe(200);
    otherRequests += 1;
  }
  expect((await response).status).toBe(413);
  expect(otherRequests).toBeGreaterThan(20);
});

test('a user can send only one table at a time', async () => {
  const file = 'Tên,Email\nÂn,an@example.vn';
  const responses = await Promise.all([send(file), send(file)]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect((await send(file)).status).toBe(200);
});

test('the report on a table with errors in every cell has a limited size', async () => {
  const line = Array(4).fill('x'.repeat(5_000)).join(',');
  const { status, body } = await send(`Tên,Họ và tên đệm,Email,Lớp\n${`${line}\n`.repeat(200)}`);
  expect(status).toBe(200);
  expect(JSON.stringify(body).length).toBeLessThan(500_000);
  const many = `Tên,Email\n${',a@\n'.repeat(5_000)}`;
  const report = (await send(many)).body;
  expect(report.total).toBe(5_000);
  expect(report.problems).toHaveLength(1_001);
  expect(report.problems.at(-1)).toMatchObject({ column: '', message: /còn nhiều lỗi khác/ });
});

/** Runs something and returns how long the event loop stood still meanwhile, at most. */
async function measureStandstillMs(run: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  await run();
  delays.disable();
  return delays.max / 1e6;
}

test.each(hostileLists)('a school list with $name does not stop the server', async (list) => {
  const content = list.content();
  const standstillMs = await measureStandstillMs(async () => {
    const { status } = await sendTable(app, studentImport.check, { token, content });
    expect([200, 400, 413]).toContain(status);
  });
  expect(standstillMs).toBeLessThan(10_000);
});
