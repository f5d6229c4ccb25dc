import type { Endpoint } from '@lop-xanh/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { sendForm } from './send-form.ts';

interface TableOptions {
  token: string;
  content: string | Uint8Array<ArrayBuffer>;
  query?: Record<string, unknown>;
  key?: string;
}

/** Imports a table file. */
export function sendTable(
  app: FastifyInstance,
  { path }: Endpoint,
  { token, content, query = {}, key }: TableOptions,
) {
  const form = new FormData();
  form.append('file', new Blob([content]), 'danh-sach');
  const fields = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return sendForm(app, path, form, { token, query: Object.fromEntries(fields), key });
}
