import { request as requestOverHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Notification,
  notifications,
  type UnreadEvent,
} from '@lop-xanh/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { Db } from '../database/database.ts';
import type { TestUser } from './people.ts';
import { request } from './test-app.ts';

/** All that a person was told, newest first. */
export async function newsOf(app: FastifyInstance, { token }: TestUser): Promise<Notification[]> {
  const { body } = await request(app, notifications.list, { token, query: { limit: 100 } });
  return body.notifications;
}

/** What is told in a database, to whomever it is. */
export function newsIn(db: Db) {
  async function lastId(): Promise<number> {
    const row = await db
      .selectFrom('notifications')
      .select((one) => one.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    return row.id ?? 0;
  }

  /** Whom an act told, with what; each person by their name in the school. */
  async function toldBy(act: () => Promise<unknown>): Promise<Record<string, string[]>> {
    const before = await lastId();
    await act();
    const rows = await db
      .selectFrom('notifications')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['username', 'type'])
      .where('notifications.id', '>', before)
      .orderBy('notifications.id')
      .execute();
    const told: Record<string, string[]> = {};
    for (const { username, type } of rows) told[username] = [...(told[username] ?? []), type];
    return told;
  }

  return { lastId, toldBy };
}

export interface OpenStream {
  /** The unread counts that came, oldest first. */
  heard: number[];
  ended: Promise<void>;
  close: () => void;
}

export function addressOf(app: FastifyInstance): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A real connection to a server that listens, which hears what is pushed. */
export function openStream(address: string, token: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const asked = requestOverHttp(address + notifications.stream.path, {
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`));
      const heard: number[] = [];
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const [, data = ''] of text.matchAll(/^data: (.*)$/gm)) {
          heard.push((JSON.parse(data) as UnreadEvent).unread);
        }
      });
      response.on('error', () => undefined);
      const ended = new Promise<void>((done) => response.once('close', done));
      return resolve({ heard, ended, close: () => asked.destroy() });
    });
    onTestFinished(() => void asked.destroy());
    asked.end();
  });
}
