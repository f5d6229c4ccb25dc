import { request as requestOverHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Notification,
  notifications,
  type UnreadEvent,
} from '@lop-xanh/contract/notifications';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import type { TestUser } from './fixtures.ts';
import { request } from './test-app.ts';

/** A user's notifications, newest first. */
export async function fetchNotifications(
  app: FastifyInstance,
  { token }: TestUser,
): Promise<Notification[]> {
  const { body } = await request(app, notifications.list, { token, query: { limit: 100 } });
  return body.notifications;
}

const receivedType = z.object({ username: z.string(), type: z.string() });

/** Reads the notifications of all users straight from the database. */
export function watchNotifications(db: Db) {
  const findLastId = (): Promise<number> =>
    db.value(z.number(), sql`select coalesce(max(id), 0) from notifications`);

  /** The types of the notifications that an action caused, by username. */
  async function collectNotifications(
    action: () => Promise<unknown>,
  ): Promise<Record<string, string[]>> {
    const previousId = await findLastId();
    await action();
    const rows = await db.many(
      receivedType,
      sql`
        select username, type from notifications join users on users.id = user_id
        where notifications.id > ${previousId} order by notifications.id`,
    );
    const types: Record<string, string[]> = {};
    for (const { username, type } of rows) types[username] = [...(types[username] ?? []), type];
    return types;
  }

  return { findLastId, collectNotifications };
}

export interface OpenStream {
  /** The unread counts received so far, oldest first. */
  unreadCounts: number[];
  ended: Promise<void>;
  close: () => void;
}

export function getAddress(app: FastifyInstance): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Opens the event stream over a real connection to a listening server. */
export function openStream(address: string, token: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const streamRequest = requestOverHttp(address + notifications.stream.path, {
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    });
    streamRequest.on('error', reject);
    streamRequest.on('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`status ${response.statusCode}`));
      const unreadCounts: number[] = [];
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const [, data = ''] of text.matchAll(/^data: (.*)$/gm)) {
          unreadCounts.push((JSON.parse(data) as UnreadEvent).unread);
        }
      });
      response.on('error', () => undefined);
      const ended = new Promise<void>((done) => response.once('close', done));
      return resolve({ unreadCounts, ended, close: () => streamRequest.destroy() });
    });
    onTestFinished(() => void streamRequest.destroy());
    streamRequest.end();
  });
}
