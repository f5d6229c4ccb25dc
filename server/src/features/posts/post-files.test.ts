import { Readable } from 'node:stream';
import { auth } from '@lop-xanh/contract/auth';
import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { deleteExpiredFiles } from '../../storage/clean-up-files.ts';
import { newFileName } from '../../storage/storage.ts';
import { cleanUpNextWeek } from '../../testing/broken-invariants.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { addTwoSchools, findSessionId, moveUser } from '../../testing/fixtures.ts';
import { jpeg, makePostForm, openPostSites } from '../../testing/post-sites.ts';
import { request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { openSession } from '../auth/sessions.service.ts';

const database = await makeTestDatabase();
const { ours, theirs } = await addTwoSchools(database);
const sites = await openPostSites(database);

const toFileName = (url: string) => url.split('?')[0]?.split('/').slice(-2).join('/') as string;

describe.each(Object.entries(sites))('on %s', (_, { app, storage, send, stored, get }) => {
  const approve = (id: number) =>
    request(app, posts.approve, { token: ours.mod.token, params: { id } });

  describe('a file', () => {
    test('is served to users who can read its post, and only as long as they can', async () => {
      const { body } = await send(ours.teacher, makePostForm([{ name: 'a.jpg', content: jpeg }]));
      await approve(body.id);
      const asStudent = await request(app, posts.read, {
        token: ours.student.token,
        params: { id: body.id },
      });
      const { url } = asStudent.body.attachments[0];
      expect((await get(url)).statusCode).toBe(200);
      expect((await get(url)).headers['cache-control']).toContain('private');

      const { db } = database;
      const move = (classId: number) => moveUser(db, { userId: ours.student.id, classId });
      await move(ours.otherClassId);
      expect((await get(url)).statusCode).toBe(200);
      await db.run(sql`update posts set created_at = clock_timestamp() where id = ${body.id}`);
      expect((await get(url)).statusCode).toBe(403);
      await move(ours.classId);
      expect((await get(url)).statusCode).toBe(200);

      await request(app, posts.edit, {
        token: ours.teacher.token,
        params: { id: body.id },
        body: { title: 'x', content: 'y' },
      });
      expect((await get(url)).statusCode).toBe(403);
      await request(app, posts.delete, { token: ours.teacher.token, params: { id: body.id } });
      expect((await get(url)).statusCode).toBe(404);
    });

    test('takes two statements: one for the session and one for the post', async () => {
      const { body } = await send(ours.teacher, makePostForm([{ name: 'a.jpg', content: jpeg }]));
      const url = body.attachments[0]?.url as string;
      expect(await countStatements(database, () => get(url))).toBe(2);
    });

    test('shares the statement for its session with other requests that arrive meanwhile', async () => {
      const { body } = await send(ours.teacher, makePostForm([{ name: 'a.jpg', content: jpeg }]));
      const token = await openSession(database.db, ours.teacher.id);
      const params = { id: body.id };
      const { url } = (await request(app, posts.read, { token, params })).body.attachments[0];
      await request(app, auth.logout, { token });
      const statuses: number[] = [];
      const flood = () =>
        Promise.all(
          Array.from({ length: 60 }, async () => statuses.push((await get(url)).statusCode)),
        );
      expect(await countStatements(database, flood)).toBeLessThan(40);
      expect(statuses).toEqual(Array.from({ length: 60 }, () => 403));
    });

    test('is denied if its URL is unsigned, forged or signed for another session', async () => {
      const { body } = await send(ours.teacher, makePostForm([{ name: 'a.jpg', content: jpeg }]));
      const url = body.attachments[0]?.url as string;
      expect((await get(url)).statusCode).toBe(200);
      const [path, query] = url.split('?') as [string, string];
      expect((await get(path)).statusCode).toBe(403);
      const otherSession = await findSessionId(database.db, theirs.mod.token);
      expect((await get(`${path}?${query.replace(/i=\d+/, `i=${otherSession}`)}`)).statusCode).toBe(
        403,
      );
      expect((await get(`${path}?${query.slice(0, -3)}abc`)).statusCode).toBe(403);
      expect((await get('/uploads/posts/../../etc/passwd')).body).not.toContain('root:');
      expect((await get('/uploads/posts/%2e%2e%2f%2e%2e%2fdatabase%2fpassword')).statusCode).toBe(
        403,
      );
    });
  });

  describe('an edit', () => {
    test('keeps the listed files, deletes the others and adds new ones', async () => {
      const { body } = await send(
        ours.teacher,
        makePostForm([
          { name: 'một.jpg', content: jpeg },
          { name: 'hai.jpg', content: jpeg },
        ]),
      );
      const [kept, dropped] = body.attachments;
      const edited = await send(
        ours.teacher,
        makePostForm([{ name: 'ba.jpg', content: jpeg }], {
          existingAttachments: JSON.stringify([kept?.url]),
        }),
        { id: body.id },
      );
      expect(edited.status).toBe(200);
      expect(edited.body.attachments.map(({ filename }) => filename)).toEqual([
        'một.jpg',
        'ba.jpg',
      ]);
      expect((await get(dropped?.url as string)).statusCode).toBe(404);
    });

    test('rejects an invalid list, and does not take over the file of another post', async () => {
      const { body } = await send(ours.teacher, makePostForm([{ name: 'a.jpg', content: jpeg }]));
      const broken = makePostForm([], { existingAttachments: '{"a":1}' });
      expect((await send(ours.teacher, broken, { id: body.id })).status).toBe(400);
      const other = await send(ours.otherTeacher, makePostForm([{ name: 'b.jpg', content: jpeg }]));
      const withForeignFile = makePostForm([], {
        existingAttachments: JSON.stringify([other.body.attachments[0]?.url]),
      });
      const { body: edited } = await send(ours.teacher, withForeignFile, { id: body.id });
      expect(edited.attachments).toEqual([]);
    });
  });

  test('the cleanup deletes files unreferenced for a week, but no files it does not know', async () => {
    const kept = await send(ours.teacher, makePostForm([{ name: 'a.jpg', content: jpeg }]));
    const { body } = await send(ours.teacher, makePostForm([{ name: 'b.jpg', content: jpeg }]));
    const before = await stored();
    const foreign = ['aa/of-somebody-else.webp', newFileName('webp')];
    for (const name of foreign) await storage.write(name, Readable.from([Buffer.from('x')]));
    await request(app, posts.delete, { token: ours.teacher.token, params: { id: body.id } });
    const files = body.attachments
      .flatMap(({ url, thumb }) => [url, thumb as string])
      .map(toFileName);

    expect(await deleteExpiredFiles(database.db, storage)).toBe(0);
    expect(await stored()).toEqual(expect.arrayContaining([...before, ...foreign]));

    await cleanUpNextWeek(database, storage);
    const after = await stored();
    expect(after).toEqual(expect.arrayContaining(foreign));
    expect(after.filter((name) => files.includes(name))).toEqual([]);
    expect((await get(kept.body.attachments[0]?.url as string)).statusCode).toBe(200);
  });

  test('the server reads the signing key again after a failure', async () => {
    const fresh = await buildApp({ config: testConfig, database, storage });
    const status = async () =>
      (await request(fresh, posts.list, { token: ours.student.token, query: {} })).status;
    await database.db.run(sql`alter table secrets rename to hidden_secrets`);
    expect(await status()).toBe(500);
    await database.db.run(sql`alter table hidden_secrets rename to secrets`);
    expect(await status()).toBe(200);
    await fresh.close();
  });
});
