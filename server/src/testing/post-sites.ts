import type { Post } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import { buildApp } from '../app.ts';
import type { Database } from '../database/database.ts';
import type { Storage } from '../storage/storage.ts';
import { afterFile } from './cleanup-hooks.ts';
import type { TestUser } from './fixtures.ts';
import { sendForm } from './send-form.ts';
import { listFileNames, makeTestBucket, makeTestStorage, testConfig } from './test-app.ts';

export const makeImage = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#2f9e5f' } });
export const jpeg = await makeImage().jpeg().toBuffer();

/** The form that submits a post with files. */
export function makePostForm(
  files: { name: string; content: Buffer }[],
  fields: Record<string, string> = {},
) {
  const data = new FormData();
  for (const [name, value] of Object.entries({ title: 'Ảnh lớp', content: 'Xem ảnh', ...fields })) {
    data.append(name, value);
  }
  for (const { name, content } of files) data.append('attachments', new Blob([content]), name);
  return data;
}

/** The same site on disk storage and on a bucket, until the test file ends. */
export async function openPostSites(database: Database) {
  return {
    'a disk': await openPostSite(database, makeTestStorage()),
    'a bucket': await openPostSite(database, await makeTestBucket()),
  };
}

async function openPostSite(database: Database, storage: Storage) {
  const app = await buildApp({ config: testConfig, database, storage });
  afterFile(() => app.close());

  async function send(
    author: TestUser,
    data: FormData,
    { id, key }: { id?: number; key?: string } = {},
  ) {
    const method = id ? 'PUT' : 'POST';
    const url = id ? `/api/posts/${id}` : '/api/posts';
    const { status, body } = await sendForm(app, url, data, { method, token: author.token, key });
    return { status, body: body as Post };
  }

  return {
    app,
    storage,
    send,
    stored: () => listFileNames(storage),
    get: (url: string, headers = {}) => app.inject({ url, headers }),
  };
}
