import type { Post } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addTwoSchools } from '../../testing/people.ts';
import { drawing, form, jpeg, openPostSites } from '../../testing/post-sites.ts';
import { encodeForm } from '../../testing/send-form.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { makeMp4, makeWebm, mp4Head, picture, secret } from '../../testing/videos.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const sites = await openPostSites(database);

describe.each(Object.entries(sites))('on %s', (where, { app, send, stored, get }) => {
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

    test.each([
      ['mp4', 'video/mp4', makeMp4()],
      ['webm', 'video/webm', makeWebm()],
    ])(
      'a video (%s) loses place, time and phone, and answers ranges',
      async (kind, mime, video) => {
        const { body } = await send(ours.teacher, form([{ name: `hat.${kind}`, content: video }]));
        const [clip] = body.attachments;
        expect(clip).toMatchObject({ mime, thumb: null });
        const whole = await get(clip?.url as string);
        expect(whole.rawPayload.includes(secret)).toBe(false);
        const first = video.indexOf(picture);
        const part = await get(clip?.url as string, { range: `bytes=${first}-${first + 8}` });
        expect(part.statusCode).toBe(206);
        expect(part.rawPayload).toEqual(picture.subarray(0, 9));
      },
    );

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
      ['a video that cannot be read', Buffer.concat([mp4Head, Buffer.alloc(9_000, 7)]), 415],
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

    test('other bytes in a file of the same name are another request, and leave no file', async () => {
      const key = `bytes-${where.replace(' ', '-')}`;
      const sendWith = (content: Buffer) =>
        send(ours.teacher, form([{ name: 'a.jpg', content }]), { key });
      expect((await sendWith(jpeg)).status).toBe(201);
      const before = (await stored()).length;
      const longer = Buffer.concat([jpeg, Buffer.from([0])]);
      expect(await sendWith(longer)).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect((await sendWith(jpeg)).status).toBe(201);
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
});
