import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, InputOf } from '@lop-xanh/contract/endpoint';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { filesUnder, openDiskStorage } from '../storage/disk-storage.ts';
import { markName } from '../storage/pairing.ts';
import { openS3Storage } from '../storage/s3-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { type AtEnd, afterFile } from './at-end.ts';
import { startS3Server } from './s3-server.ts';

export const testConfig: Config = {
  port: 0,
  host: '127.0.0.1',
  dataDir: '/nonexistent',
  databaseUrl: undefined,
  s3: undefined,
  isDemo: false,
  publicUrl: undefined,
  webOrigin: undefined,
  loginHint: undefined,
  slideHosts: [],
  logLevel: 'silent',
};

/** Uploads in a folder that is gone afterwards. */
export function makeTestStorage(atEnd?: AtEnd): Storage {
  return openDiskStorage(makeFolder(atEnd));
}

/** The same in a bucket. */
export async function makeTestBucket(): Promise<Storage> {
  const { config } = await startS3Server();
  return openS3Storage(config, makeFolder());
}

/** All that lies in the storage now, also what is still to be drawn anew, but for the mark of its owner. */
export async function namesIn(storage: Storage): Promise<string[]> {
  const names: string[] = [];
  for await (const name of storage.names()) if (name !== markName) names.push(name);
  for await (const name of filesUnder(storage.incoming)) names.push(name);
  return names;
}

export function makeFolder(atEnd: AtEnd = afterFile): string {
  const folder = mkdtempSync(join(tmpdir(), 'lx-uploads-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The real app on a test's database, without the limits that only a stranger should meet. */
export async function makeTestApp(
  database: Database,
  config: Partial<Config> = {},
  atEnd: AtEnd = afterFile,
): Promise<FastifyInstance> {
  const app = await buildApp({
    config: { ...testConfig, ...config },
    database,
    storage: makeTestStorage(atEnd),
    rateLimits: { perUser: 1e9, perAddress: 1e9 },
  });
  atEnd(() => app.close());
  return app;
}

interface Injected {
  statusCode: number;
  headers: Record<string, unknown>;
  payload: string;
  rawPayload: Buffer;
  json: () => ReturnType<typeof JSON.parse>;
}

/** Sends a request; of an answer that would go on, its first words are taken and it is ended. */
export async function send(
  app: FastifyInstance,
  { stream = false }: Endpoint,
  options: InjectOptions,
): Promise<Injected> {
  if (!stream) return app.inject(options);
  const { statusCode, headers, raw, ...response } = await app.inject({
    ...options,
    payloadAsStream: true,
  });
  const [first = ''] = await once(response.stream(), 'data');
  raw.res.destroy();
  const rawPayload = Buffer.from(first);
  const payload = rawPayload.toString();
  return { statusCode, headers, payload, rawPayload, json: () => JSON.parse(payload) };
}

type Options = { token?: string | undefined; headers?: Record<string, string> };

/** Calls an endpoint of the contract and returns its status and its answer, a file as its bytes. */
export async function request<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  input: InputOf<E> & Options,
) {
  const { params, query, body, token, headers } = input as Options & {
    params?: Record<string, unknown>;
    query?: Record<string, string>;
    body?: InjectOptions['payload'];
  };
  const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(params?.[name]));
  const response = await send(app, endpoint, {
    method: endpoint.method,
    url,
    ...(query && { query }),
    ...(body !== undefined && { payload: body }),
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const answer = isJson ? response.json() : response.rawPayload;
  // The answer is exactly what the contract declares, also where the server passes text on unread.
  if (isJson && response.statusCode < 300) expect(endpoint.response.parse(answer)).toEqual(answer);
  return { status: response.statusCode, body: answer, headers: response.headers };
}
