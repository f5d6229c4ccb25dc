import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { adoptStorage } from '../../storage/pairing.ts';
import { newFileName, type Storage } from '../../storage/storage.ts';
import { addTwoSchools } from '../../testing/people.ts';
import { makeTestBucket, makeTestStorage, namesIn } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { makeMp4, picture, secret } from '../../testing/videos.ts';
import { cleanStoredVideos } from './clean-videos.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const { ours } = await addTwoSchools(database);
const { id: post_id } = await db
  .insertInto('posts')
  .values({
    school_id: ours.schoolId,
    author_id: ours.teacher.id,
    title: 'Hát',
    content: 'Xem video',
  })
  .returning('id')
  .executeTakeFirstOrThrow();

/** As a server of the version before stored it. */
async function addOldVideo(storage: Storage, content: Buffer): Promise<string> {
  const file = newFileName('mp4');
  await storage.write(file, Readable.from([content]));
  const about = { mime: 'video/mp4', filename: 'hát.mp4', bytes: content.length, position: 0 };
  await db
    .insertInto('attachments')
    .values({ ...about, school_id: ours.schoolId, post_id, file })
    .execute();
  return file;
}

async function contentOf(storage: Storage, name: string): Promise<Buffer> {
  const file = await storage.find(name);
  const chunks = await (await file?.read({ first: 0, last: file.size - 1 }))?.toArray();
  return Buffer.concat(chunks as Buffer[]);
}

const shown = () => db.selectFrom('attachments').select(['file', 'bytes']).execute();
const states = () =>
  db.selectFrom('stored_files').select(['name', 'metadata', 'unreferenced_since']).execute();

describe.each([
  ['a disk', makeTestStorage()],
  ['a bucket', await makeTestBucket()],
])('videos stored before, on %s', (_, storage) => {
  beforeEach(async () => {
    await db.deleteFrom('attachments').execute();
    await db.deleteFrom('stored_files').execute();
    for (const name of await namesIn(storage)) await storage.remove(name);
    await adoptStorage(database, storage);
  });

  test('lose their metadata under a new name, and the old file waits for the cleanup', async () => {
    const old = await addOldVideo(storage, makeMp4());
    await cleanStoredVideos(db, storage);

    const [attachment] = await shown();
    expect(attachment?.file).not.toBe(old);
    const content = await contentOf(storage, attachment?.file as string);
    expect(content.length).toBe(attachment?.bytes);
    expect(content.includes(picture)).toBe(true);
    expect(content.includes(secret)).toBe(false);
    const before = await states();
    expect(before.find(({ name }) => name === old)?.unreferenced_since).not.toBeNull();

    await cleanStoredVideos(db, storage);
    expect(await states()).toEqual(before);
    expect(await namesIn(storage)).toHaveLength(2);
  });

  test('that cannot be read stay as they are and are told once', async () => {
    const broken = await addOldVideo(storage, Buffer.from('not a video'));
    const told: unknown[] = [];
    const log = { info: () => undefined, warn: (about: unknown) => told.push(about) };
    await cleanStoredVideos(db, storage, log);
    await cleanStoredVideos(db, storage, log);
    expect(told).toEqual([{ file: broken }]);
    expect(await shown()).toMatchObject([{ file: broken }]);
    expect(await namesIn(storage)).toEqual([broken]);
  });

  test('are cleaned at the next turn when the storage breaks off in the midst of it', async () => {
    const old = await addOldVideo(storage, makeMp4());
    const breaking: Storage = {
      ...storage,
      async write() {
        throw new Error('away');
      },
    };
    await expect(cleanStoredVideos(db, breaking)).rejects.toThrow('away');
    expect(await shown()).toMatchObject([{ file: old }]);
    await cleanStoredVideos(db, storage);
    expect((await contentOf(storage, (await shown())[0]?.file as string)).includes(secret)).toBe(
      false,
    );
  });
});
