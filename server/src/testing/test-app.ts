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
import { listFiles, openDiskStorage } from '../storage/disk-storage.ts';
import { storageIdFile } from '../storage/pairing.ts';
import { openS3Storage } from '../storage/s3-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { afterFile, type CleanupHook } from './cleanup-hooks.ts';
import { expectNamedError } from './error-texts.ts';
import { startS3Server } from './s3-server.ts';

export const testConfig: Config = {
  port: 0,
  host: '127.0.0.1',
  dataDir: '/nonexistent',
  databaseUrl: undefined,
  databasePoolSize: 10,
  s3: undefined,
  storageQuotaMegabytes: undefined,
  isDemo: false,
  publicUrl: undefined,
  trustedProxies: 0,
  webOrigin: undefined,
  loginHint: undefined,
  language: 'default',
  requiresSecondFactor: false,
  slideHosts: [],
  pushTestOrigin: undefined,
  retention: { departedStudents: 365, notifications: 180, audit: 1_826 },
  backup: {
    target: undefined,
    recipients: [],
    at: undefined,
    keep: { days: 7, weeks: 4, months: 12 },
    s3: undefined,
  },
  logLevel: 'silent',
  metrics: undefined,
  scannerIdleMinutes: 10,
  minFreeDiskMb: 0,
};

/** Disk storage in a folder that is deleted afterwards. */
export function makeTestStorage(onCleanup?: CleanupHook): Storage {
  return openDiskStorage(makeFolder(onCleanup));
}

/** S3 storage in an in-memory bucket. */
export async function makeTestBucket(onCleanup?: CleanupHook): Promise<Storage> {
  const { config } = await startS3Server(onCleanup);
  return openS3Storage(config, makeFolder(onCleanup));
}

/** Every stored file, including uploads not yet re-encoded, but not the storage id file. */
export async function listFileNames(storage: Storage): Promise<string[]> {
  const names: string[] = [];
  for await (const name of storage.listNames()) if (name !== storageIdFile) names.push(name);
  for await (const name of listFiles(storage.incoming)) names.push(name);
  return names;
}

export function makeFolder(onCleanup: CleanupHook = afterFile): string {
  const folder = mkdtempSync(join(tmpdir(), 'lx-uploads-'));
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The real app on a test's database, without rate limits. */
export async function makeTestApp(
  database: Database,
  config: Partial<Config> = {},
  onCleanup: CleanupHook = afterFile,
): Promise<FastifyInstance> {
  const app = await buildApp({
    config: { ...testConfig, ...config },
    database,
    storage: makeTestStorage(onCleanup),
    rateLimits: { perUser: 1e9, perAddress: 1e9 },
  });
  onCleanup(() => app.close());
  return app;
}

interface InjectedResponse {
  statusCode: number;
  headers: Record<string, unknown>;
  payload: string;
  rawPayload: Buffer;
  json: () => ReturnType<typeof JSON.parse>;
}

/** Sends a request; of a stream it reads the first chunk and closes the connection. */
export async function send(
  app: FastifyInstance,
  { stream = false }: Endpoint,
  options: InjectOptions,
): Promise<InjectedResponse> {
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

type RequestOptions = { token?: string | undefined; headers?: Record<string, string> };

/** Sends a request to an endpoint of the contract; the body of a file is its bytes. */
export async function request<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  input: InputOf<E> & RequestOptions,
) {
  const { params, query, body, token, headers } = input as RequestOptions & {
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
  const responseBody = isJson ? response.json() : response.rawPayload;
  // Exactly what the contract declares, even where the server forwards JSON text unparsed.
  if (isJson && response.statusCode < 300) {
    expect(endpoint.response.parse(responseBody)).toEqual(responseBody);
  }
  if (isJson && response.statusCode >= 400) expectNamedError(responseBody);
  return { status: response.statusCode, body: responseBody, headers: response.headers };
}
