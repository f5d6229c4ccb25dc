import { Readable } from 'node:stream';
import { S3mini, S3ServiceError } from 's3mini';
import type { S3Config } from '../config.ts';
import { AppError } from '../http/app-error.ts';
import { StartUpError } from '../start-up-error.ts';
import { incomingFolder } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** So much of an upload is in memory at a time; S3 takes no parts below 5 MiB but the last. */
const partBytes = 8 * 1024 * 1024;
const msForARequest = 60_000;

/** Uploads in a bucket. It is never public: files are served by us, by the rule of their post. */
export async function openS3Storage(config: S3Config, dataDir: string): Promise<Storage> {
  const bucket = new S3mini({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    endpoint: `${config.endpoint}/${config.bucket}`,
    requestAbortTimeout: msForARequest,
    // Photos of children go to the address in the configuration, and to no other.
    fetch: (address, init) => fetch(address, { ...init, redirect: 'manual' }),
  });
  await check(bucket, config);
  return {
    place: `the bucket ${config.bucket} at ${config.endpoint}`,
    incoming: incomingFolder(dataDir),
    write: (name, content) => told(writeInParts(bucket, name, content)),
    async find(name) {
      if (!(await told(bucket.objectExists(name)))) return undefined;
      return {
        size: await told(bucket.getContentLength(name)),
        async read({ first, last }) {
          const { body } = await told(bucket.getObjectRaw(name, false, first, last + 1));
          return body ? Readable.fromWeb(body) : Readable.from([]);
        },
      };
    },
    async remove(name) {
      await told(bucket.deleteObject(name));
    },
    async *names() {
      let token: string | undefined;
      do {
        const page = await told(bucket.listObjectsPaged('/', '', 1000, token));
        for (const { Key } of page?.objects ?? []) yield Key;
        token = page?.nextContinuationToken;
      } while (token);
    },
  };
}

/** A small file in one piece, a large one in parts; what does not come whole leaves nothing. */
async function writeInParts(bucket: S3mini, name: string, content: Readable): Promise<void> {
  const parts = inParts(content);
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

async function* inParts(content: Readable): AsyncGenerator<Buffer, undefined> {
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

/** Trouble with the bucket is no fault of the request's; what the request did wrong stays so. */
async function told<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('storage_away', { cause: error });
  }
}

async function check(bucket: S3mini, { endpoint, bucket: name }: S3Config): Promise<void> {
  const refuse = (reason: string) =>
    new StartUpError(`The bucket ${name} at ${endpoint} (S3_ENDPOINT) cannot be used: ${reason}.`);
  const page = await bucket.listObjectsPaged('/', '', 1).catch((error: unknown) => {
    if (!(error instanceof S3ServiceError)) throw refuse('it does not answer');
    throw refuse(
      error.status === 403
        ? 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are refused'
        : `it answers ${error.status}`,
    );
  });
  if (!page) throw refuse('there is none of that name');
}
