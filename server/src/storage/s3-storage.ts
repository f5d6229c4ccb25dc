import { Readable } from 'node:stream';
import { S3mini, S3ServiceError } from 's3mini';
import type { S3Config } from '../config.ts';
import { AppError } from '../http/app-error.ts';
import { OperatorError } from '../operator-error.ts';
import { incomingFolder } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** Held in memory per upload. S3 requires at least 5 MiB for every part but the last. */
const partBytes = 8 * 1024 * 1024;
const requestTimeoutMs = 60_000;

/** Stores uploads in a private bucket: only this server serves the files, after authorizing each request. */
export async function openS3Storage(config: S3Config, dataDir: string): Promise<Storage> {
  const bucket = new S3mini({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    endpoint: `${config.endpoint}/${config.bucket}`,
    requestAbortTimeout: requestTimeoutMs,
    // Photos of children go to the configured URL and nowhere else.
    fetch: (address, init) => fetch(address, { ...init, redirect: 'manual' }),
  });
  await checkBucket(bucket, config);
  return {
    location: `the bucket ${config.bucket} at ${config.endpoint}`,
    incoming: incomingFolder(dataDir),
    write: (name, content) => wrapErrors(writeInParts(bucket, name, content)),
    async find(name) {
      if (!(await wrapErrors(bucket.objectExists(name)))) return undefined;
      return {
        size: await wrapErrors(bucket.getContentLength(name)),
        async read({ first, last }) {
          const { body } = await wrapErrors(bucket.getObjectRaw(name, false, first, last + 1));
          return body ? Readable.fromWeb(body) : Readable.from([]);
        },
      };
    },
    async delete(name) {
      await wrapErrors(bucket.deleteObject(name));
    },
    async *listNames(folder = '') {
      let token: string | undefined;
      do {
        const page = await wrapErrors(bucket.listObjectsPaged('/', folder, 1000, token));
        for (const { Key } of page?.objects ?? []) yield Key;
        token = page?.nextContinuationToken;
      } while (token);
    },
  };
}

/** Writes a small file in one request and a large one in parts. An incomplete file leaves nothing behind. */
async function writeInParts(bucket: S3mini, name: string, content: Readable): Promise<void> {
  const parts = splitIntoParts(content);
  const { value: first = Buffer.alloc(0) } = await parts.next();
  let next = await parts.next();
  if (next.done) {
    await bucket.putObject(name, first);
    return;
  }
  const upload = await bucket.getMultipartUploadId(name);
  try {
    const sent = [await bucket.uploadPart(name, upload, first, 1)];
    for (; !next.done; next = await parts.next()) {
      sent.push(await bucket.uploadPart(name, upload, next.value, sent.length + 1));
    }
    await bucket.completeMultipartUpload(name, upload, sent);
  } catch (error) {
    await bucket.abortMultipartUpload(name, upload);
    throw error;
  }
}

async function* splitIntoParts(content: Readable): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= partBytes) {
      yield Buffer.concat(chunks);
      chunks = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(chunks);
  return undefined;
}

/** Reports a failing bucket as unavailable; errors of the request itself pass through. */
async function wrapErrors<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('storage_unavailable', { cause: error });
  }
}

async function checkBucket(bucket: S3mini, { endpoint, bucket: name }: S3Config): Promise<void> {
  const createError = (reason: string) =>
    new OperatorError(`The bucket ${name} at ${endpoint} (S3_ENDPOINT) cannot be used: ${reason}.`);
  const page = await bucket.listObjectsPaged('/', '', 1).catch((error: unknown) => {
    if (!(error instanceof S3ServiceError)) throw createError('it does not respond');
    throw createError(
      error.status === 403
        ? 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY were rejected'
        : `it responds with status ${error.status}`,
    );
  });
  if (!page) throw createError('it does not exist');
}
