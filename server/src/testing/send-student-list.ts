import type { ImportOptions } from '@lop-xanh/contract/student-import';
import type { FastifyInstance } from 'fastify';
import { sendForm } from './send-form.ts';

interface Sending {
  token: string;
  options?: ImportOptions | undefined;
  key?: string | undefined;
}

/** Sends a school's own list to the import assistant, with the answers so far. */
export function sendStudentList(
  app: FastifyInstance,
  path: string,
  content: string | Buffer,
  { token, options = {}, key }: Sending,
) {
  const form = new FormData();
  form.append('options', JSON.stringify(options));
  form.append(
    'file',
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    'ds',
  );
  return sendForm(app, path, form, { token, key });
}
