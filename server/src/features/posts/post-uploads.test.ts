import type { Post } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addTwoSchools } from '../../testing/fixtures.ts';
import { jpeg, makeImage, makePostForm, openPostSites } from '../../testing/post-sites.ts';
import { encodeForm } from '../../testing/send-form.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { makeMov, makeMp4, makeWebm, mp4Head, picture, secret } from '../../testing/videos.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const sites = await openPostSites(database);

describe.each(Object.entries(sites))('on %s', (where, { app, send, stored, get }) => {
  describe('an upload', () => {
    test('stores an image in two sizes without its metadata', async () => {
      const photo = await makeImage(4000, 3000)
        .withExif({ IFD0: { Copyright: 'Nhà bé An' }, IFD3: { GPSLatitude: '21/1 1/1 1/1' } })
        .jpeg()
        .toBuffer();
      expect((await sharp(photo).metadata()).exif).toBeDefined();
      const { status, body } = await send(
        ours.teacher,
        makePostForm([{ name: 'ảnh.jpg', content: photo }]),
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
        expect(file.headers['content-disposition']).toBe('inline');
        const metadata = await sharp(file.rawPayload).metadata();
        expect(metadata).toMatchObject({ format: 'webp', width });
        expect(metadata.exif).toBeUndefined();
      }
    });

    test.each([
      ['mp4', 'video/mp4', makeMp4()],
      ['mov', 'video/quicktime', makeMov()],
      ['webm', 'video/webm', makeWebm()],
    ])(
      'stores a video (%s) without its metadata, and the file supports range requests',
      async (kind, mime, video) => {
        const { body } = await send(
          ours.teacher,
          makePostForm([{ name: `hat.${kind}`, content: video }]),
        );
        const [clip] = body.attachments;
        expect(clip).toMatchObject({ mime, thumb: null });
        const whole = await get(clip?.url as string);
        expect(whole.rawPayload.includes(secret)).toBe(false);
        expect(whole.headers['content-type']).toBe(mime);
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
      ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
      [
        'a renamed program',
        Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(9000)]),
        415,
      ],
      ['a truncated image', jpeg.subarray(0, 300), 415],
      ['an empty file', Buffer.alloc(0), 415],
      ['an unreadable video', Buffer.concat([mp4Head, Buffer.alloc(9_000, 7)]), 415],
      ['an image of 16 MB', Buffer.concat([jpeg, Buffer.alloc(16 * 1024 * 1024)]), 413],
    ])('with %s is rejected and leaves no file', async (_, content, status) => {
      const before = (await stored()).length;
      const response = await send(
        ours.teacher,
        makePostForm([
          { name: 'tốt.jpg', content: jpeg },
          { name: 'xấu.jpg', content },
        ]),
      );
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({
        file: 'xấu.jpg',
        message: expect.stringMatching(/^xấu\.jpg: /),
      });
      await expect.poll(async () => (await stored()).length).toBe(before);
    });

    test('with an image of too many pixels is rejected', async () => {
      const huge = await makeImage(12_000, 6_000).png().toBuffer();
      expect(huge.length).toBeLessThan(1024 * 1024);
      const { status } = await send(
        ours.teacher,
        makePostForm([{ name: 'to.png', content: huge }]),
      );
      expect(status).toBe(415);
    });

    test('without a form boundary or end is rejected and leaves no file', async () => {
      const before = (await stored()).length;
      const encoded = await encodeForm(makePostForm([{ name: 'a.jpg', content: jpeg }]));
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

    test('stores a file name without control characters, cut to 200 characters', async () => {
      const encoded = new Response(makePostForm([{ name: 'TEN', content: jpeg }]));
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

    test('of a video with a poster stores the poster as its thumbnail', async () => {
      const form = makePostForm([{ name: 'hat.mp4', content: makeMp4() }]);
      form.append('poster', new Blob([await makeImage(1280, 720).jpeg().toBuffer()]), 'hat.mp4');
      form.append('attachments', new Blob([jpeg]), 'ảnh.jpg');
      const { status, body } = await send(ours.teacher, form);
      expect(status).toBe(201);
      const [clip, photo] = body.attachments;
      expect(clip).toMatchObject({ mime: 'video/mp4', width: 640, height: 360 });
      expect(photo).toMatchObject({ mime: 'image/webp', filename: 'ảnh.jpg' });
      expect(body.attachments).toHaveLength(2);
      const poster = await get(clip?.thumb as string);
      expect(await sharp(poster.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width: 640,
      });
    });

    test.each([
      ['before every file', []],
      ['of a photo', [['attachments', jpeg]]],
      [
        'that is the second of a video',
        [
          ['attachments', makeMp4()],
          ['poster', jpeg],
        ],
      ],
    ] as [string, [string, Buffer][]][])(
      'with a poster %s is rejected and leaves no file',
      async (_, parts) => {
        const before = (await stored()).length;
        const form = makePostForm([]);
        for (const [name, content] of [...parts, ['poster', jpeg] as const]) {
          form.append(name, new Blob([content]), 'tệp');
        }
        expect((await send(ours.teacher, form)).status).toBe(400);
        await expect.poll(async () => (await stored()).length).toBe(before);
      },
    );

    test('of eleven files is rejected', async () => {
      const before = (await stored()).length;
      const files = Array.from({ length: 11 }, (_, index) => ({
        name: `${index}.jpg`,
        content: jpeg,
      }));
      const { status } = await send(ours.teacher, makePostForm(files));
      expect(status).toBe(413);
      await expect.poll(async () => (await stored()).length).toBe(before);
    });

    test('without permission or a valid title leaves no file', async () => {
      const before = (await stored()).length;
      expect(
        (await send(ours.student, makePostForm([{ name: 'a.jpg', content: jpeg }]))).status,
      ).toBe(403);
      expect(
        (await send(ours.teacher, makePostForm([{ name: 'a.jpg', content: jpeg }], { title: ' ' })))
          .status,
      ).toBe(400);
      await expect.poll(async () => (await stored()).length).toBe(before);
    });

    test('that reuses a key with a different file conflicts and leaves no file', async () => {
      const key = `bytes-${where.replace(' ', '-')}`;
      const sendWith = (content: Buffer) =>
        send(ours.teacher, makePostForm([{ name: 'a.jpg', content }]), { key });
      expect((await sendWith(jpeg)).status).toBe(201);
      const before = (await stored()).length;
      const longer = Buffer.concat([jpeg, Buffer.from([0])]);
      expect(await sendWith(longer)).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect((await sendWith(jpeg)).status).toBe(201);
      await expect.poll(async () => (await stored()).length).toBe(before);
    });

    test('sent twenty times with one key creates one post with one set of files', async () => {
      const before = (await stored()).length;
      const all = await Promise.all(
        Array.from({ length: 20 }, () =>
          send(ours.teacher, makePostForm([{ name: 'a.jpg', content: jpeg }]), {
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
