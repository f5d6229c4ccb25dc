import { posts } from '@lop-xanh/contract/posts';
import sql, { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { listTables } from '../../backup/table-rows.ts';
import { addTwoSchools } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);

/** Lists the tables that contain one of these words in any column. */
async function listTablesWith(words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await listTables(db)) {
    const rows = await db.run(sql`
      select from ${raw(name)} row
      where row::text like any(${words.map((word) => `%${word}%`)}::text[]) limit 1`);
    if (rows > 0) found.push(name);
  }
  return found;
}

test('no table contains the text of a deleted post or its comments, even if sent with a key', async () => {
  const words = ['banđầu', 'lầnhai', 'bìnhluận'];
  const titles = ['Tiêuđề'];
  const asTeacher = (key: string) => ({
    token: ours.teacher.token,
    headers: { 'idempotency-key': key },
  });
  const create = { ...asTeacher('tao'), body: { title: 'Tiêuđề', content: 'banđầu' } };
  const { id } = (await request(app, posts.create, create)).body;
  const params = { id };
  const edited = { title: 'Tiêuđề', content: 'lầnhai' };
  await request(app, posts.edit, { ...asTeacher('sua'), params, body: edited });
  await request(app, posts.approve, { token: ours.mod.token, params, body: {} });
  const comment = {
    token: ours.student.token,
    headers: { 'idempotency-key': 'noi' },
    params,
    body: { text: 'bìnhluận' },
  };
  const first = await request(app, posts.comment, comment);
  expect((await request(app, posts.comment, comment)).body).toEqual(first.body);
  expect(await listTablesWith(words)).toEqual(expect.arrayContaining(['posts', 'comments']));

  await request(app, posts.delete, { ...asTeacher('xoa'), params });

  expect(await listTablesWith(words)).toEqual([]);
  // Notifications of a post contain its title, and so does the audit log.
  expect(await listTablesWith(titles)).toEqual(['audit_log', 'notifications']);
  for (const repeated of [
    await request(app, posts.create, create),
    await request(app, posts.comment, comment),
  ]) {
    expect(repeated.status).toBe(404);
    expect(repeated.body).toMatchObject({ code: 'not_found', alreadyDone: true });
  }
});
