import { createHash } from 'node:crypto';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import type { Tables } from '../tables/open-tables.ts';
import type { Row } from '../tables/read-table.ts';

/** Takes the form's one file `file` in, refuses it as soon as it is too large, and reads its rows. */
export async function receiveTable(request: FastifyRequest, tables: Tables): Promise<Row[]> {
  return tables.read(await receiveBytes(request));
}

async function receiveBytes(request: FastifyRequest): Promise<Buffer> {
  try {
    return await receive(request);
  } catch (error) {
    // What the parser throws by itself is about a broken form: nothing else is done here.
    throw error instanceof AppError ? error : new AppError('invalid_input', { cause: error });
  }
}

async function receive(request: FastifyRequest): Promise<Buffer> {
  let received: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') continue;
    if (part.fieldname !== 'file' || received) throw new AppError('invalid_input');
    received = await allOf(part.file);
    request.digests.push(createHash('sha256').update(received).digest('base64url'));
  }
  if (!received) throw new AppError('table_missing');
  return received;
}

async function allOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    length += chunk.length;
    if (length > limits.tableBytesMax) throw new AppError('table_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
