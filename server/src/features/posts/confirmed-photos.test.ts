import { posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addTwoSchools } from '../../testing/fixtures.ts';
import { jpeg, makePostForm } from '../../testing/post-sites.ts';
import { sendForm } from '../../testing/send-form.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);
const { token } = ours.teacher;

const photos = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}.jpg`, content: jpeg }));
const submit = (count: number, fields: Record<string, string> = {}) =>
  sendForm(app, '/api/posts', makePostForm(photos(count), fields), { token });
const edit = (id: number, count: number, fields: Record<string, string> = {}) =>
  sendForm(app, `/api/posts/${id}`, makePostForm(photos(count), fields), { method: 'PUT', token });

const isConfirmed = (id: number) =>
  db.value(z.boolean(), sql`select photos_confirmed_at is not null from posts where id = ${id}`);
const readFaces = async (id: number) => {
  const { body } = await request(app, posts.read, { token, params: { id } });
  return body.attachments.map(({ blurredFaces }: { blurredFaces: number }) => blurredFaces);
};

describe('the author’s confirmation', () => {
  test.each([
    ['true', 1, true],
    ['false', 1, false],
    [undefined, 1, false],
    ['true', 0, false],
  ])('%s with %i photos is stored as %s', async (photosConfirmed, count, expected) => {
    const { status, body } = await submit(count, { ...(photosConfirmed && { photosConfirmed }) });
    expect(status).toBe(201);
    expect(await isConfirmed(body.id)).toBe(expected);
  });

  test('is kept by an edit of the text, dropped by new files without it, and given again', async () => {
    const { id } = (await submit(1, { photosConfirmed: 'true' })).body;
    expect((await edit(id, 0)).status).toBe(200);
    expect(await isConfirmed(id)).toBe(true);
    await edit(id, 1);
    expect(await isConfirmed(id)).toBe(false);
    await edit(id, 1, { photosConfirmed: 'true' });
    expect(await isConfirmed(id)).toBe(true);
    await edit(id, 0, { existingAttachments: '[]', photosConfirmed: 'true' });
    expect(await isConfirmed(id)).toBe(false);
  });

  test('of photos that stay can be given later, as JSON', async () => {
    const { id } = (await submit(1)).body;
    const text = { title: 'Ảnh', content: 'Xem ảnh' };
    const body = { ...text, photosConfirmed: true };
    expect((await request(app, posts.edit, { token, params: { id }, body })).status).toBe(200);
    expect(await isConfirmed(id)).toBe(true);
  });
});

describe('blurred faces', () => {
  test('are counted per photo; a photo without a count has none', async () => {
    const { body } = await submit(3, { blurredFaces: '[2,0]' });
    expect(await readFaces(body.id)).toEqual([2, 0, 0]);
    await edit(body.id, 1, { blurredFaces: '[5]' });
    expect(await readFaces(body.id)).toEqual([2, 0, 0, 5]);
  });

  test.each(['2', 'x', '[-1]', '[1.5]', '["1"]', `[${limits.maxBlurredFaces + 1}]`, '{}'])(
    'cannot be %s',
    async (blurredFaces) => {
      const { status, body } = await submit(1, { blurredFaces });
      expect([status, body.issues[0].path]).toEqual([400, 'blurredFaces']);
    },
  );
});
