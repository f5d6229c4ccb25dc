import type { FastifyInstance } from 'fastify';

interface Sent {
  method?: 'POST' | 'PUT';
  token: string;
  query?: Record<string, string>;
  key?: string | undefined;
}

/** A form as a browser writes it. */
export async function encodeForm(form: FormData) {
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') as string },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** Sends it, and returns the status and the answer. */
export async function sendForm(
  app: FastifyInstance,
  url: string,
  form: FormData,
  { method = 'POST', token, query = {}, key }: Sent,
) {
  const { headers, payload } = await encodeForm(form);
  const response = await app.inject({
    method,
    url,
    query,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
    },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}
