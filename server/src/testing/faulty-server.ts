import { apiErrors, type ErrorResponse, errorResponse } from '@lop-xanh/contract/errors';
import { type Post, posts } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';
import type { Database } from '../database/database.ts';
import type { Storage } from '../storage/storage.ts';
import type { TestUser } from './fixtures.ts';
import { testConfig } from './test-app.ts';

export const photo = new File(
  [
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f9e5f' } })
      .jpeg()
      .toBuffer(),
  ],
  'ảnh.jpg',
);

/** Makes a function that submits a post as this teacher. */
export const makePostSender =
  ({ token }: TestUser) =>
  async (address: string, files: File[] = [], key?: string) => {
    const form = new FormData();
    form.append('title', 'Tin mới');
    form.append('content', 'Nội dung');
    for (const file of files) form.append('attachments', file);
    const response = await fetch(address + posts.create.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
      body: form,
    });
    return { response, body: (await response.json()) as Post & ErrorResponse };
  };

/** Expects a 503 with Retry-After and the usual error body. */
export function expectUnavailable(
  { response, body }: { response: Response; body: ErrorResponse },
  message: string,
) {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(errorResponse.parse(body)).toMatchObject({ code: 'unavailable' });
  expect(body.message).toContain(message);
}

/** Starts a server on this database and storage inside the test's process. */
export async function listen(
  database: Database,
  storage: Storage,
  options: Partial<AppOptions> = {},
): Promise<string> {
  const app = await buildApp({ config: testConfig, database, storage, ...options });
  onTestFinished(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Expects that a file cannot be shown for now, and that no browser keeps the error. */
export async function expectUnreadable(address: string, url: string): Promise<void> {
  const response = await fetch(address + url);
  const body = (await response.json()) as ErrorResponse;
  expectUnavailable({ response, body }, apiErrors.file_unreadable.message);
  expect(response.headers.get('cache-control')).toBe('no-store');
  for (const header of ['etag', 'accept-ranges', 'content-disposition']) {
    expect(response.headers.get(header)).toBeNull();
  }
}

export const fetchStatus = async (address: string, url: string) =>
  (await fetch(address + url)).status;
