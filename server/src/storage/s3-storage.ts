import { Readable } from 'node:stream';
import { S3mini, S3ServiceError, type SSECHeaders } from 's3mini';
import { z } from 'zod';
import type { S3Config } from '../config.ts';
import { AppError } from '../http/app-error.ts';
import { formatRangeHeader } from './byte-ranges.ts';
import { checkBucket, readElement } from './check-bucket.ts';
import { incomingFolder } from './disk-storage.ts';
import {
  MissingRangeError,
  type OpenedFile,
  type RequestedRange,
  type Storage,
  type UnfinishedUpload,
} from './storage.ts';

/** Held in memory per upload. S3 requires at least 5 MiB for every part but the last. */
const partBytes = 8 * 1024 * 1024;
const responseTimeoutMs = 60_000;

/** Stores uploads in a private bucket: only this server serves the files, after authorizing each request. */
export async function openS3Storage(
  config: S3Config,
  dataDir: string,
  timeoutMs = responseTimeoutMs,
): Promise<Storage> {
  const bucket = new S3mini({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    endpoint: `${config.endpoint}/${config.bucket}`,
    fetch: limitResponseTime(timeoutMs),
  });
  await checkBucket(bucket, config);
  return {
    location: `the bucket ${config.bucket} at ${config.endpoint}`,
    incoming: incomingFolder(dataDir),
    write: (name, content) =>
      wrapErrors('storage_unavailable', writeInParts(bucket, name, content)),
    open: (name, range) => wrapErrors('file_unreadable', openObject(bucket, name, range)),
    find: (name) => wrapErrors('file_unreadable', findObject(bucket, name)),
    async delete(name) {
      await wrapErrors('storage_unavailable', bucket.deleteObject(name));
    },
    async *listNames(folder = '') {
      let token: string | undefined;
      do {
        const listing = bucket.listObjectsPaged('/', folder, 1000, token);
        const page = await wrapErrors('storage_unavailable', listing);
        for (const { Key } of page?.objects ?? []) yield Key;
        token = page?.nextContinuationToken;
      } while (token);
    },
    unfinished: {
      list: () => listUnfinished(bucket),
      async abort({ name, id }) {
        await wrapErrors('storage_unavailable', bucket.abortMultipartUpload(name, id));
      },
    },
  };
}

/**
 * Limits the time until the response starts, not that of its content: a phone may take minutes to load a
 * video. Photos of children go to the configured URL and nowhere else, so redirects are not followed.
 */
function limitResponseTime(timeoutMs: number): typeof fetch {
  return async (url, init) => {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error('no response')), timeoutMs);
    try {
      return await fetch(url, { ...init, redirect: 'manual', signal: timeout.signal });
    } finally {
      clearTimeout(timer);
    }
  };
}

async function openObject(
  bucket: S3mini,
  name: string,
  requested: RequestedRange | undefined,
): Promise<OpenedFile | undefined> {
  // The client has no parameter for a range at the end, but signs and sends these headers as they are.
  const headers = requested && ({ range: formatRangeHeader(requested) } as unknown as SSECHeaders);
  try {
    const response = await bucket.getObjectRaw(name, true, 0, undefined, {}, headers);
    const [, first, last, size] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    const length = response.headers.get('content-length');
    if (size === undefined && length === null) throw new Error('The bucket tells no length');
    const content = response.body ? Readable.fromWeb(response.body) : Readable.from([]);
    return size === undefined
      ? { size: Number(length), range: { first: 0, last: Number(length) - 1 }, content }
      : { size: Number(size), range: { first: Number(first), last: Number(last) }, content };
  } catch (error) {
    if (!(error instanceof S3ServiceError)) throw error;
    const { status, body = '' } = error;
    if (status === 404 && readElement(body, 'Code') !== 'NoSuchBucket') return undefined;
    if (status !== 416) throw error;
    const size = readElement(body, 'ActualObjectSize');
    throw new MissingRangeError(size === undefined ? undefined : Number(size));
  }
}

async function findObject(bucket: S3mini, name: string): Promise<{ size: number } | undefined> {
  return bucket.getContentLength(name).then(
    (size) => ({ size }),
    (error: Error) => {
      if (error.cause instanceof S3ServiceError && error.cause.status === 404) return undefined;
      throw error;
    },
  );
}

const unfinishedUpload = z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.string() });
const unfinishedPage = z.object({
  ListMultipartUploadsResult: z.object({
    Upload: z
      .union([unfinishedUpload.array(), unfinishedUpload.transform((one) => [one])])
      .default([]),
    IsTruncated: z.string().optional(),
    NextKeyMarker: z.string().optional(),
    NextUploadIdMarker: z.string().optional(),
  }),
});

async function* listUnfinished(bucket: S3mini): AsyncGenerator<UnfinishedUpload> {
  let markers: Record<string, string | undefined> | undefined = {};
  while (markers) {
    const listing = bucket.listMultipartUploads('/', '', 'GET', markers);
    const parsed = unfinishedPage.parse(await wrapErrors('storage_unavailable', listing));
    const page = parsed.ListMultipartUploadsResult;
    for (const { Key, UploadId, Initiated } of page.Upload) {
      yield { name: Key, id: UploadId, startedAt: new Date(Initiated) };
    }
    markers =
      page.IsTruncated === 'true'
        ? { 'key-marker': page.NextKeyMarker, 'upload-id-marker': page.NextUploadIdMarker }
        : undefined;
  }
}

/** Writes a small file in one request and a large one in parts. What cannot be aborted waits for the cleanup. */
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
    await bucket.abortMultipartUpload(name, upload).catch(() => undefined);
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
async function wrapErrors<Result>(
  name: 'storage_unavailable' | 'file_unreadable',
  request: Promise<Result>,
): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof AppError || error instanceof MissingRangeError) throw error;
    throw new AppError(name, { cause: error });
  }
}
