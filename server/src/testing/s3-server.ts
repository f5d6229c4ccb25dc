import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '../config.ts';
import { afterFile, type CleanupHook } from './cleanup-hooks.ts';

const keys = { accessKeyId: 'lop-xanh', secretAccessKey: 'bi-mat-cua-kho' };
const bucket = 'anh-lop';
const minPartBytes = 5 * 1024 * 1024;
const pageSize = 3;

interface S3Response {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Buffer;
}

/**
 * The part of S3 that the storage uses, in memory: every request needs a valid AWS Signature Version 4,
 * parts have a minimum size, and lists come in small pages.
 */
export async function startS3Server(onCleanup: CleanupHook = afterFile) {
  const objects = new Map<string, { content: Buffer; changedAt: Date }>();
  const uploads = new Map<string, Buffer[]>();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url as string, 'http://s3');
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const {
      status,
      headers,
      body: content,
    } = isSigned(request, url) ? handle(request, url, body) : errorXml(403);
    response.writeHead(status, headers).end(content);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  const restart = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onCleanup(stop);

  function handle(
    request: IncomingMessage,
    { pathname, searchParams }: URL,
    body: Buffer,
  ): S3Response {
    const [, requestedBucket, ...rest] = pathname.split('/');
    if (requestedBucket !== bucket) return errorXml(404);
    const name = decodeURIComponent(rest.join('/'));
    const upload = searchParams.get('uploadId');
    const found = objects.get(name);
    switch (request.method) {
      case 'PUT':
        if (upload) {
          uploads.get(upload)?.splice(Number(searchParams.get('partNumber')) - 1, 1, body);
        } else objects.set(name, { content: body, changedAt: new Date() });
        return {
          status: 200,
          headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` },
        };
      case 'POST':
        return upload ? completeUpload(name, upload) : startUpload(name);
      case 'DELETE':
        if (upload) uploads.delete(upload);
        else objects.delete(name);
        return { status: 204 };
      case 'HEAD':
        if (!found) return errorXml(404);
        return { status: 200, headers: { 'content-length': found.content.length } };
      default:
        if (name === '') return listObjects(searchParams);
        if (!found) return errorXml(404);
        return { status: 206, body: sliceRange(found.content, request.headers.range) };
    }
  }

  function startUpload(name: string): S3Response {
    const upload = randomUUID();
    uploads.set(upload, []);
    return xml(
      `<InitiateMultipartUploadResult><Key>${name}</Key><UploadId>${upload}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  function completeUpload(name: string, upload: string): S3Response {
    const parts = uploads.get(upload) ?? [];
    if (parts.slice(0, -1).some(({ length }) => length < minPartBytes)) return errorXml(400);
    uploads.delete(upload);
    objects.set(name, { content: Buffer.concat(parts), changedAt: new Date() });
    return xml(
      `<CompleteMultipartUploadResult><Key>${name}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function listObjects(query: URLSearchParams): S3Response {
    const after = query.get('continuation-token') ?? '';
    const prefix = query.get('prefix') ?? '';
    const names = [...objects.keys()]
      .toSorted()
      .filter((name) => name > after && name.startsWith(prefix));
    const page = names.slice(0, pageSize);
    const isTruncated = names.length > page.length;
    const contents = page.map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.changedAt.toISOString()}</LastModified><Size>1</Size></Contents>`,
    );
    return xml(
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${
        isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
      }</ListBucketResult>`,
    );
  }

  const config: S3Config = {
    ...keys,
    bucket,
    region: 'vn-test-1',
    endpoint: `http://127.0.0.1:${port}`,
  };
  return { config, objects, uploads, stop, restart };
}

const xml = (body: string): S3Response => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body,
});

const errorXml = (status: number): S3Response => ({
  ...xml('<Error><Code>Refused</Code></Error>'),
  status,
});

function sliceRange(content: Buffer, range = ''): Buffer {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return content.subarray(Number(first), Number(last) + 1);
}

function isSigned({ method, headers }: IncomingMessage, { pathname, searchParams }: URL): boolean {
  const credential =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!credential) return false;
  const [, id, day, region, signedHeaders, signature] = credential as unknown as string[];
  const names = (signedHeaders as string).split(';');
  if (id !== keys.accessKeyId || !names.includes('host') || !names.includes('x-amz-date')) {
    return false;
  }
  const query = [...searchParams]
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const canonicalRequest = [
    method,
    pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name])}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const digest = createHash('sha256').update(canonicalRequest).digest('hex');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, step) =>
      createHmac('sha256', secret)
        .update(step as string)
        .digest(),
    `AWS4${keys.secretAccessKey}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
