import { type AuditEntry, audit } from '@lop-xanh/contract/audit';
import { lessons } from '@lop-xanh/contract/lessons';
import { limits } from '@lop-xanh/contract/rules/limits';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { deleteExpiredFiles } from '../../storage/clean-up-files.ts';
import { createSignerLoader } from '../../storage/signed-urls.ts';
import { cleanUpNextWeek } from '../../testing/broken-invariants.ts';
import { addTwoSchools, loadActor, type TestUser } from '../../testing/fixtures.ts';
import { sendForm } from '../../testing/send-form.ts';
import { listFileNames, makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { mp4Head } from '../../testing/videos.ts';
import { deleteUnusedThumbnails } from './lessons.service.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();
const app = await buildApp({ config: testConfig, database, storage });
afterAll(() => app.close());
const { ours, admin } = await addTwoSchools(database);

const photo = await sharp({
  create: { width: 2000, height: 1000, channels: 3, background: '#2f9e5f' },
})
  .withExif({ IFD0: { Copyright: 'Nhà bé An' }, IFD3: { GPSLatitude: '21/1 1/1 1/1' } })
  .jpeg()
  .toBuffer();

async function upload(
  contents: Buffer[],
  { user = admin, field = 'thumbnail' }: { user?: TestUser; field?: string } = {},
) {
  const form = new FormData();
  for (const content of contents) form.append(field, new Blob([content]), 'ảnh.jpg');
  return sendForm(app, lessons.uploadThumbnail.path, form, { token: user.token });
}

const listStored = () => listFileNames(storage);
const toFileName = (url: string) => url.split('?')[0]?.split('/').slice(-2).join('/') as string;
const get = async (url: string) => (await app.inject({ url })).statusCode;
const makeInput = (thumbnail: string | null, fields = {}) => ({
  title: 'Khoa học vui',
  grade_id: 3,
  content: [{ week: 1, title: 'Nước', summary: 'Nước quanh em.', thumbnail, ...fields }],
});
const add = (thumbnail: string | null, fields = {}) =>
  request(app, lessons.create, { token: admin.token, body: makeInput(thumbnail, fields) });
const edit = (id: number, thumbnail: string | null, fields = {}) =>
  request(app, lessons.edit, {
    token: admin.token,
    params: { id },
    body: makeInput(thumbnail, fields),
  });
const readThumbnail = async (user: TestUser, id: number): Promise<string> =>
  (await request(app, lessons.read, { token: user.token, params: { id } })).body.content[0]
    .thumbnail;
const cleanUpLater = async () => {
  await deleteUnusedThumbnails(database.db, new Date(Date.now() + 25 * 3_600_000));
  await cleanUpNextWeek(database, storage);
};

test('a thumbnail is re-encoded without its metadata', async () => {
  const before = (await listStored()).length;
  const { status, body } = await upload([photo]);
  expect(status).toBe(200);
  const { rawPayload, headers } = await app.inject({ url: body.url });
  expect(headers['cache-control']).toContain('private');
  const metadata = await sharp(rawPayload).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width: 640, height: 320 });
  expect(metadata.exif).toBeUndefined();
  await expect.poll(async () => (await listStored()).length).toBe(before + 1);
});

test('the audit log has the old and the new thumbnail of a week', async () => {
  const [before, after] = [await upload([photo]), await upload([photo])];
  const { body } = await add(before.body.url);
  await edit(body.id, after.body.url);
  const { token } = admin;
  const query = { subject: 'lesson', subject_id: body.id, action: 'changed' } as const;
  const { audit: entries } = (await request(app, audit.list, { token, query })).body;
  const toContent = (url: string) => [{ week: 1, thumbnail: toFileName(url) }];
  expect(entries.map(({ details }: AuditEntry) => details)).toEqual([
    {
      fields: ['content'],
      old: { content: toContent(before.body.url) },
      new: { content: toContent(after.body.url) },
    },
  ]);
});

describe('an invalid upload', () => {
  const tooLarge = Buffer.concat([photo, Buffer.alloc(limits.maxImageBytes)]);
  test.each([
    ['a text file', [Buffer.from('không phải ảnh')], 415],
    ['an SVG', [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')], 415],
    ['an HTML page', [Buffer.from('<!doctype html><script>alert(1)</script>')], 415],
    ['a video', [Buffer.concat([mp4Head, Buffer.alloc(5000)])], 415],
    ['a broken image', [photo.subarray(0, 300)], 415],
    ['a too large image', [tooLarge], 413],
    ['two images', [photo, photo], 413],
    ['no file', [], 400],
  ])('with %s is rejected and leaves no file', async (_, contents, expected) => {
    const before = (await listStored()).length;
    expect((await upload(contents)).status).toBe(expected);
    await expect.poll(async () => (await listStored()).length).toBe(before);
  });

  test('in another field, or by a user who is no Admin, leaves no file', async () => {
    const before = (await listStored()).length;
    expect((await upload([photo], { field: 'attachments' })).status).toBe(400);
    expect((await upload([photo], { user: ours.mod })).status).toBe(403);
    await expect.poll(async () => (await listStored()).length).toBe(before);
  });
});

describe('a thumbnail', () => {
  test('is served to users who can read its week, and only as long as they can', async () => {
    const { body: uploaded } = await upload([photo]);
    const { body } = await add(uploaded.url);
    const url = await readThumbnail(ours.student, body.id);
    const otherUrl = await readThumbnail(ours.mod, body.id);
    expect(toFileName(url)).toBe(toFileName(uploaded.url));
    expect(url).not.toBe(uploaded.url);
    expect(await get(url)).toBe(200);
    expect(await get(otherUrl)).toBe(200);
    expect(await get(url.split('?')[0] as string)).toBe(403);
    expect(await get(url.replace('/uploads/lessons/', '/uploads/posts/'))).toBe(403);

    await edit(body.id, url, { status: 'inactive' });
    expect(await get(url)).toBe(403);
    expect(await get(uploaded.url)).toBe(200);
    expect(await readThumbnail(ours.student, body.id)).toBeNull();
    await edit(body.id, url);
    expect(await get(url)).toBe(200);
    await request(app, lessons.edit, {
      token: admin.token,
      params: { id: body.id },
      body: { ...makeInput(url), grade_id: 5 },
    });
    expect(await get(url)).toBe(403);
  });

  test('is served only to Admins before a week uses it', async () => {
    const { body } = await upload([photo]);
    expect(await get(body.url)).toBe(200);
    const name = new URL(body.url, 'http://x').pathname;
    const signer = await createSignerLoader(database.db)();
    const teacher = await loadActor(database, ours.teacher);
    expect(await get(signer.sign(name, teacher))).toBe(403);
  });
});

test('a lesson accepts only uploaded thumbnails, no other URLs and no files of posts', async () => {
  const form = new FormData();
  form.append('title', 'Ảnh lớp');
  form.append('content', 'Xem ảnh');
  form.append('attachments', new Blob([photo]), 'a.jpg');
  const { body } = await sendForm(app, '/api/posts', form, { token: ours.teacher.token });
  const [attachment] = body.attachments;
  for (const foreign of [
    attachment.url,
    attachment.url.replace('/uploads/posts/', '/uploads/lessons/'),
    'https://evil.example/a.png',
    'javascript:alert(1)',
    '/uploads/lessons/../../etc/passwd',
  ]) {
    const { status, body } = await add(foreign);
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe('content.0.thumbnail');
  }
});

test('the cleanup deletes only thumbnails that no week has used for days', async () => {
  const [kept, shared, dropped, unused] = await Promise.all(
    [1, 2, 3, 4].map(async () => (await upload([photo])).body.url as string),
  );
  await add(kept as string);
  const sharing = await Promise.all([add(shared as string), add(shared as string)]);
  const { body } = await add(dropped as string);
  await edit(body.id, null);
  await request(app, lessons.delete, { token: admin.token, params: { id: sharing[0].body.id } });
  const isStored = async (url: string | undefined) =>
    (await listStored()).includes(toFileName(url as string));

  await deleteUnusedThumbnails(database.db);
  await deleteExpiredFiles(database.db, storage);
  expect(await Promise.all([kept, shared, dropped, unused].map(isStored))).toEqual([
    true,
    true,
    true,
    true,
  ]);

  await cleanUpLater();
  expect(await Promise.all([kept, shared, dropped, unused].map(isStored))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect((await edit(body.id, dropped as string)).status).toBe(400);

  await request(app, lessons.delete, { token: admin.token, params: { id: sharing[1].body.id } });
  await cleanUpLater();
  expect(await Promise.all([kept, shared].map(isStored))).toEqual([true, false]);
});
