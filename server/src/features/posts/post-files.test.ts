import { Readable } from 'node:stream';
import { type Post, posts } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { fileOwners as owners } from '../../file-owners.ts';
import { sweepFiles } from '../../storage/leftovers.ts';
import { makeUrlSigner } from '../../storage/signed-urls.ts';
import type { Storage } from '../../storage/storage.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { mp4Head } from '../../testing/mp4-head.ts';
import { addTwoSchools, type Person } from '../../testing/people.ts';
import { encodeForm, sendForm } from '../../testing/send-form.ts';
import {
  call,
  makeTestBucket,
  makeTestStorage,
  namesIn,
  testConfig,
} from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { ours, theirs } = await addTwoSchools(database);
const siteOn = async (storage: Storage) => {
  const app = await buildApp({ config: testConfig, database, storage });
  afterAll(() => app.close());
  return { storage, app };
};
const sites = {
  'a disk': await siteOn(makeTestStorage()),
  'a bucket': await siteOn(await makeTestBucket()),
};

const drawing = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#2f9e5f' } });
const jpeg = await drawing().jpeg().toBuffer();
/** The beginning of an MP4 that players know, and then anything. */
const video = Buffer.concat([mp4Head, Buffer.alloc(10_000, 7)]);

function form(files: { name: string; content: Buffer }[], fields: Record<string, string> = {}) {
  const data = new FormData();
  for (const [name, value] of Object.entries({ title: 'Ảnh lớp', content: 'Xem ảnh', ...fields })) {
    data.append(name, value);
  }
  for (const { name, content } of files) data.append('attachments', new Blob([content]), name);
  return data;
}

describe.each(Object.entries(sites))('on %s', (where, { app, storage }) => {
  async function send(
    person: Person,
    data: FormData,
    { id, key }: { id?: number; key?: string } = {},
  ) {
    const method = id ? 'PUT' : 'POST';
    const url = id ? `/api/posts/${id}` : '/api/posts';
    const { status, body } = await sendForm(app, url, data, { method, token: person.token, key });
    return { status, body: body as Post };
  }

  /** The files that lie in the storage now. */
  const stored = () => namesIn(storage);
  const get = (url: string, headers = {}) => app.inject({ url, headers });
  const approve = (id: number) =>
    call(app, posts.approve, { token: ours.mod.token, params: { id } });

  describe('what goes in', () => {
    test('images come out in two sizes, without what they carried beside their pixels', async () => {
      const photo = await drawing(4000, 3000)
        .withExif({ IFD0: { Copyright: 'Nhà bé An' }, IFD3: { GPSLatitude: '21/1 1/1 1/1' } })
        .jpeg()
        .toBuffer();
      expect((await sharp(photo).metadata()).exif).toBeDefined();
      const { status, body } = await send(
        ours.teacher,
        form([{ name: 'ảnh.jpg', content: photo }]),
      );
      expect(status).toBe(201);
      const [attachment] = body.attachments;
      expect(attachment).toMatchObject({
        mime: 'image/webp',
        filename: 'ảnh.jpg',
        width: 1920,
        height: 1440,
      });
      for (const [url, width] of [
        [attachment?.url, 1920],
        [attachment?.thumb, 640],
      ] as const) {
        const file = await get(url as string);
        expect(file.statusCode).toBe(200);
        expect(file.headers['content-disposition']).toMatch(/^inline; filename="[\w-]+\.webp"$/);
        const metadata = await sharp(file.rawPayload).metadata();
        expect(metadata).toMatchObject({ format: 'webp', width });
        expect(metadata.exif).toBeUndefined();
      }
    });

    test('a video keeps its bytes and answers ranges', async () => {
      const { body } = await send(ours.teacher, form([{ name: 'hat.mp4', content: video }]));
      const [clip] = body.attachments;
      expect(clip).toMatchObject({ mime: 'video/mp4', thumb: null });
      const part = await get(clip?.url as string, { range: 'bytes=10-19' });
      expect(part.statusCode).toBe(206);
      expect(part.rawPayload).toEqual(video.subarray(10, 20));
    });

    test.each([
      [
        'an SVG',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
        415,
      ],
      ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
      [
        'a renamed program',
        Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(9000)]),
        415,
      ],
      ['an image cut short', jpeg.subarray(0, 300), 415],
      ['nothing at all', Buffer.alloc(0), 415],
      ['an image of 16 MB', Buffer.concat([jpeg, Buffer.alloc(16 * 1024 * 1024)]), 413],
    ])('%s is refused and leaves no file behind', async (_, content, status) => {
      const before = (await stored()).length;
      const answer = await send(
        ours.teacher,
        form([
          { name: 'tốt.jpg', content: jpeg },
          { name: 'xấu.jpg', content },
        ]),
      );
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ message: expect.stringMatching(/^xấu\.jpg: /) });
      await expect.poll(async () => (await stored()).length).toBe(before);
    });

    test('an image of more pixels than anyone needs is refused before it is drawn', async () => {
      const huge = await drawing(12_000, 6_000).png().toBuffer();
      expect(huge.length).toBeLessThan(1024 * 1024);
      const { status } = await send(ours.teacher, form([{ name: 'to.png', content: huge }]));
      expect(status).toBe(415);
    });

    test('a form without a boundary or an end is refused, and leaves no file', async () => {
      const before = (await stored()).length;
      const encoded = await encodeForm(form([{ name: 'a.jpg', content: jpeg }]));
      const type = encoded.headers['content-type'];
      const whole = encoded.payload;
      for (const [contentType, payload] of [
        ['multipart/form-data', whole],
        ['multipart/form-data; boundary=', whole],
        [type, whole.subarray(0, -60)],
        [type, whole.subarray(0, 200)],
      ] as const) {
        const { statusCode } = await app.inject({
          method: 'POST',
          url: '/api/posts',
          headers: { authorization: `Bearer ${ours.teacher.token}`, 'content-type': contentType },
          payload,
        });
        expect(statusCode).toBe(400);
      }
      await expect.poll(async () => (await stored()).length).toBe(before);
    });

    test('a name that no database keeps loses what is wrong with it', async () => {
      const encoded = new Response(form([{ name: 'TEN', content: jpeg }]));
      const whole = Buffer.from(await encoded.arrayBuffer()).toString('latin1');
      for (const [sent, kept] of [
        ["filename*=UTF-8''a%00b%09%C3%A9.png", 'abé.png'],
        [`filename*=UTF-8''${'a'.repeat(199)}%F0%9F%8C%B1.png`, `${'a'.repeat(199)}🌱`],
      ] as const) {
        const response = await app.inject({
          method: 'POST',
          url: '/api/posts',
          headers: {
            authorization: `Bearer ${ours.teacher.token}`,
            'content-type': encoded.headers.get('content-type') as string,
          },
          payload: Buffer.from(whole.replace('filename="TEN"', sent), 'latin1'),
        });
        expect(response.statusCode).toBe(201);
        expect((response.json() as Post).attachments[0]?.filename).toBe(kept);
      }
    });

    test('eleven files are one too many', async () => {
      const before = (await stored()).length;
      const files = Array.from({ length: 11 }, (_, at) => ({ name: `${at}.jpg`, content: jpeg }));
      const { status } = await send(ours.teacher, form(files));
      expect(status).toBe(413);
      await expect.poll(async () => (await stored()).length).toBe(before);
    });

    test('who may not post leaves no file', async () => {
      const before = (await stored()).length;
      expect((await send(ours.student, form([{ name: 'a.jpg', content: jpeg }]))).status).toBe(403);
      expect(
        (await send(ours.teacher, form([{ name: 'a.jpg', content: jpeg }], { title: ' ' }))).status,
      ).toBe(400);
      await expect.poll(async () => (await stored()).length).toBe(before);
    });

    test('the same post sent twenty times with one key is one post with one set of files', async () => {
      const before = (await stored()).length;
      const all = await Promise.all(
        Array.from({ length: 20 }, () =>
          send(ours.teacher, form([{ name: 'a.jpg', content: jpeg }]), {
            key: where.replace(' ', '-'),
          }),
        ),
      );
      expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
      expect(all.every(({ status }) => status === 201)).toBe(true);
      await expect.poll(async () => (await stored()).length).toBe(before + 2);
    });
  });

  describe('who gets a file', () => {
    test('those who may read its post, with their own address, as long as they may', async () => {
      const { body } = await send(ours.teacher, form([{ name: 'a.jpg', content: jpeg }]));
      await approve(body.id);
      const asStudent = await call(app, posts.read, {
        token: ours.student.token,
        params: { id: body.id },
      });
      const { url } = asStudent.body.attachments[0];
      expect((await get(url)).statusCode).toBe(200);
      expect((await get(url)).headers['cache-control']).toContain('private');

      const { db } = database;
      const move = (classId: number) =>
        db
          .updateTable('users')
          .set({ class_id: classId })
          .where('id', '=', ours.student.id)
          .execute();
      await move(ours.otherClassId);
      expect((await get(url)).statusCode).toBe(403);
      await move(ours.classId);
      expect((await get(url)).statusCode).toBe(200);

      await call(app, posts.edit, {
        token: ours.teacher.token,
        params: { id: body.id },
        body: { title: 'x', content: 'y' },
      });
      expect((await get(url)).statusCode).toBe(403);
      await call(app, posts.remove, { token: ours.teacher.token, params: { id: body.id } });
      expect((await get(url)).statusCode).toBe(404);
    });

    test('asks the database twice: who it is for, and whose post it is of', async () => {
      const { body } = await send(ours.teacher, form([{ name: 'a.jpg', content: jpeg }]));
      const url = body.attachments[0]?.url as string;
      expect(await countStatements(database, () => get(url))).toBe(2);
    });

    test('an address that is unsigned, forged for another reader or too old is refused', async () => {
      const { body } = await send(ours.teacher, form([{ name: 'a.jpg', content: jpeg }]));
      const url = body.attachments[0]?.url as string;
      expect((await get(url)).statusCode).toBe(200);
      const [path, query] = url.split('?') as [string, string];
      expect((await get(path)).statusCode).toBe(403);
      expect(
        (await get(`${path}?${query.replace(/u=\d+/, `u=${theirs.mod.id}`)}`)).statusCode,
      ).toBe(403);
      expect((await get(`${path}?${query.slice(0, -3)}abc`)).statusCode).toBe(403);
      expect((await get('/uploads/posts/../../etc/passwd')).statusCode).not.toBe(200);
      expect((await get('/uploads/posts/%2e%2e%2f%2e%2e%2fdatabase%2fpassword')).statusCode).toBe(
        403,
      );
    });
  });

  describe('editing', () => {
    test('keeps the files that are named, drops the others and adds new ones', async () => {
      const { body } = await send(
        ours.teacher,
        form([
          { name: 'một.jpg', content: jpeg },
          { name: 'hai.jpg', content: jpeg },
        ]),
      );
      const [kept, dropped] = body.attachments;
      const edited = await send(
        ours.teacher,
        form([{ name: 'ba.jpg', content: jpeg }], {
          existingAttachments: JSON.stringify([kept?.url]),
        }),
        { id: body.id },
      );
      expect(edited.status).toBe(200);
      expect(edited.body.attachments.map(({ filename }) => filename)).toEqual([
        'một.jpg',
        'ba.jpg',
      ]);
      await expect.poll(async () => (await get(dropped?.url as string)).statusCode).toBe(404);
      const name = dropped?.url.split('/').slice(-2).join('/').split('?')[0];
      await expect.poll(async () => (await stored()).includes(name as string)).toBe(false);
    });

    test('a list that is none is refused, and another post’s file cannot be taken over', async () => {
      const { body } = await send(ours.teacher, form([{ name: 'a.jpg', content: jpeg }]));
      const broken = form([], { existingAttachments: '{"a":1}' });
      expect((await send(ours.teacher, broken, { id: body.id })).status).toBe(400);
      const other = await send(ours.otherTeacher, form([{ name: 'b.jpg', content: jpeg }]));
      const theft = form([], {
        existingAttachments: JSON.stringify([other.body.attachments[0]?.url]),
      });
      const { body: robbed } = await send(ours.teacher, theft, { id: body.id });
      expect(robbed.attachments).toEqual([]);
    });
  });

  test('the sweep removes what no post has, once it is a day old, and nothing that a post needs', async () => {
    const { body } = await send(ours.teacher, form([{ name: 'a.jpg', content: jpeg }]));
    await storage.write('aa/lost.webp', Readable.from([Buffer.from('x')]));
    const needed = (await stored()).length - 1;
    expect(await sweepFiles(database.db, storage, { owners })).toBe(0);
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    expect(await sweepFiles(database.db, storage, { owners, now: tomorrow })).toBe(1);
    expect(await stored()).toHaveLength(needed);
    expect((await get(body.attachments[0]?.url as string)).statusCode).toBe(200);
  });

  test('a signing key that could not be read is asked for again', async () => {
    const fresh = await buildApp({ config: testConfig, database, storage });
    const status = async () =>
      (await call(fresh, posts.list, { token: ours.student.token, query: {} })).status;
    await database.pool.query('alter table secrets rename to hidden_secrets');
    expect(await status()).toBe(500);
    await database.pool.query('alter table hidden_secrets rename to secrets');
    expect(await status()).toBe(200);
    await fresh.close();
  });
});

test('an address lasts at least twelve hours and at most a day', () => {
  let now = Date.UTC(2026, 10, 15, 11, 59);
  const signer = makeUrlSigner(Buffer.from('key'), () => now);
  const url = new URL(signer.sign('aa/x.webp', 7), 'http://x');
  const query = Object.fromEntries(url.searchParams);
  const readAfter = (hours: number) => {
    now = Date.UTC(2026, 10, 15, 11, 59) + hours * 3_600_000;
    return signer.readerOf('aa/x.webp', query);
  };
  expect(readAfter(0)).toBe(7);
  expect(readAfter(12)).toBe(7);
  expect(readAfter(24)).toBeUndefined();
  expect(signer.readerOf('aa/y.webp', query)).toBeUndefined();
});
