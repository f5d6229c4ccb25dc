import type { Post } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import { buildApp } from '../app.ts';
import type { Database } from '../database/database.ts';
import type { Storage } from '../storage/storage.ts';
import { afterFile } from './at-end.ts';
import type { TestUser } from './people.ts';
import { sendForm } from './send-form.ts';
import { makeTestBucket, makeTestStorage, namesIn, testConfig } from './test-app.ts';

export const drawing = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#2f9e5f' } });
export const jpeg = await drawing().jpeg().toBuffer();

/** A post with files, as its form sends it. */
export function form(
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

/** The same site on either storage, until the end of the file. */
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
    person: TestUser,
    data: FormData,
    { id, key }: { id?: number; key?: string } = {},
  ) {
    const method = id ? 'PUT' : 'POST';
    const url = id ? `/api/posts/${id}` : '/api/posts';
    const { status, body } = await sendForm(app, url, data, { method, token: person.token, key });
    return { status, body: body as Post };
  }

  return {
    app,
    storage,
    send,
    /** The files that lie in the storage now. */
    stored: () => namesIn(storage),
    get: (url: string, headers = {}) => app.inject({ url, headers }),
  };
}
