import type { Endpoint } from '@lop-xanh/contract/endpoint';
import type { FastifyInstance } from 'fastify';

interface Sent {
  token: string;
  content: string | Uint8Array<ArrayBuffer>;
  query?: Record<string, unknown>;
  key?: string;
}

/** Sends a file as a browser's form does, and returns the status and the answer. */
export async function sendTable(
  app: FastifyInstance,
  { path }: Endpoint,
  { token, content, query = {}, key }: Sent,
) {
  const data = new FormData();
  data.append('file', new Blob([content]), 'danh-sach');
  const encoded = new Response(data);
  const response = await app.inject({
    method: 'POST',
    url: path,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') as string,
      ...(key && { 'idempotency-key': key }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}
