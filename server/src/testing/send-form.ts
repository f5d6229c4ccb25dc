import type { FastifyInstance } from 'fastify';

interface SendOptions {
  method?: 'POST' | 'PUT';
  token: string;
  query?: Record<string, string>;
  key?: string | undefined;
}

/** Encodes a form as a browser does. */
export async function encodeForm(form: FormData) {
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') as string },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

export async function sendForm(
  app: FastifyInstance,
  url: string,
  form: FormData,
  { method = 'POST', token, query = {}, key }: SendOptions,
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
