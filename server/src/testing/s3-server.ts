import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '../config.ts';
import { afterFile, type CleanupHook } from './cleanup-hooks.ts';

const keys = { accessKeyId: 'lop-xanh', secretAccessKey: 'bi-mat-cua-kho' };
const bucket = 'anh-lop';
const region = 'vn-test-1';
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
  const uploads = new Map<string, { name: string; startedAt: Date; parts: Buffer[] }>();
  /** The method and path of every request since the server started. */
  const requests: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url as string, 'http://s3');
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    requests.push(`${request.method} ${url.pathname}`);
    const refusal = refuseSignature(request, url);
    const { status, headers, body: content } = refusal ?? handle(request, url, body);
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
    if (requestedBucket !== bucket) return errorXml(404, '<Code>NoSuchBucket</Code>');
    const name = decodeURIComponent(rest.join('/'));
    const upload = searchParams.get('uploadId');
    const found = objects.get(name);
    switch (request.method) {
      case 'PUT':
        if (upload) {
          uploads.get(upload)?.parts.splice(Number(searchParams.get('partNumber')) - 1, 1, body);
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
        if (name === '') {
          return searchParams.has('uploads')
            ? listUploads(searchParams)
            : listObjects(searchParams);
        }
        if (!found) return errorXml(404, '<Code>NoSuchKey</Code>');
        return sendRange(found.content, request.headers.range);
    }
  }

  function startUpload(name: string): S3Response {
    const upload = randomUUID();
    uploads.set(upload, { name, startedAt: new Date(), parts: [] });
    return xml(
      `<InitiateMultipartUploadResult><Key>${name}</Key><UploadId>${upload}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  function completeUpload(name: string, upload: string): S3Response {
    const parts = uploads.get(upload)?.parts ?? [];
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

  function listUploads(query: URLSearchParams): S3Response {
    const after = (query.get('key-marker') ?? '') + (query.get('upload-id-marker') ?? '');
    const rest = [...uploads]
      .map(([id, { name, startedAt }]) => ({ id, name, startedAt, position: name + id }))
      .filter(({ position }) => position > after)
      .toSorted((a, b) => (a.position < b.position ? -1 : 1));
    const page = rest.slice(0, pageSize);
    const last = rest.length > page.length ? page.at(-1) : undefined;
    const items = page.map(
      ({ id, name, startedAt }) =>
        `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    );
    const markers =
      last &&
      `<NextKeyMarker>${last.name}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`;
    return xml(
      `<ListMultipartUploadsResult><KeyMarker/>${markers ?? ''}<IsTruncated>${last !== undefined}</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`,
    );
  }

  const config: S3Config = {
    ...keys,
    bucket,
    region,
    endpoint: `http://127.0.0.1:${port}`,
  };
  return { config, objects, uploads, requests, stop, restart };
}

const xml = (body: string): S3Response => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body,
});

const errorXml = (status: number, details = '<Code>Refused</Code>'): S3Response => ({
  ...xml(`<Error>${details}</Error>`),
  status,
});

function sendRange(content: Buffer, header: string | undefined): S3Response {
  const size = content.length;
  if (header === undefined) {
    return { status: 200, headers: { 'content-length': size }, body: content };
  }
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (last < first) {
    return errorXml(416, `<Code>InvalidRange</Code><ActualObjectSize>${size}</ActualObjectSize>`);
  }
  const headers = { 'content-range': `bytes ${first}-${last}/${size}` };
  return { status: 206, headers, body: content.subarray(first, last + 1) };
}

function refuseSignature(
  { method, headers }: IncomingMessage,
  { pathname, searchParams }: URL,
): S3Response | undefined {
  const credential =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!credential) return errorXml(403);
  const [, id, day, signedRegion, signedHeaders, signature] = credential as unknown as string[];
  if (signedRegion !== region) {
    return errorXml(400, `<Code>AuthorizationHeaderMalformed</Code><Region>${region}</Region>`);
  }
  const names = (signedHeaders as string).split(';');
  if (id !== keys.accessKeyId || !names.includes('host') || !names.includes('x-amz-date')) {
    return errorXml(403);
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
  const isValid = createHmac('sha256', key).update(toSign).digest('hex') === signature;
  return isValid ? undefined : errorXml(403);
}
