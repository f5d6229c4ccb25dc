import { posts } from '@lop-xanh/contract/posts';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { TestUser } from './fixtures.ts';

interface Copy {
  etag: string;
  text: string;
}

/** Devices that keep a copy of the first page of each reader, and ask each server of an installation about it. */
export function keepFeedCopies<Name extends string>(
  apps: FastifyInstance[],
  readers: Record<Name, TestUser>,
  queries: Record<string, string>[] = [{}],
) {
  const devices = (Object.keys(readers) as Name[]).flatMap((name) =>
    queries.map((query) => ({ name, query, token: readers[name].token })),
  );
  const copies = new Map<(typeof devices)[number], Copy>();
  const ask = async (
    app: FastifyInstance,
    { query, token }: (typeof devices)[number],
    etag?: string,
  ) => {
    const { statusCode, headers, payload } = await app.inject({
      method: 'GET',
      url: posts.list.path,
      query,
      headers: { authorization: `Bearer ${token}`, ...(etag && { 'if-none-match': etag }) },
    });
    return { status: statusCode, etag: String(headers.etag), text: payload };
  };
  return {
    /**
     * Asks each server whether the copies are still right, and replaces those that are not. Returns whose copy was
     * not. Whatever the servers say must agree with the page as they send it to somebody without a copy.
     */
    refresh: async (): Promise<Name[]> => {
      const changed = new Set<Name>();
      for (const device of devices) {
        const copy = copies.get(device);
        const page = await ask(apps[0] as FastifyInstance, device);
        for (const app of apps) {
          const response = await ask(app, device, copy?.etag);
          if (response.status === 304) {
            expect([response.text, response.etag]).toEqual(['', copy?.etag]);
            expect(copy?.text).toBe(page.text);
            continue;
          }
          expect(response).toEqual(page);
          expect(response.etag).not.toBe(copy?.etag);
          changed.add(device.name);
          if (page.status === 200) copies.set(device, page);
          else copies.delete(device);
        }
        const newest = copies.get(device);
        if (newest === copy || !newest) continue;
        // Twice: from the first time on, each server knows which state of the data the copy belongs to.
        for (const app of [...apps, ...apps]) {
          expect((await ask(app, device, newest.etag)).status).toBe(304);
        }
      }
      return [...changed].toSorted();
    },
  };
}
