import { createHash } from 'node:crypto';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import type { Row } from '../tables/read-table.ts';
import type { TableReader } from '../tables/table-reader.ts';

/** Reads the rows of the form's only file `file`, which is rejected as soon as it is too large. */
export async function receiveTable(
  request: FastifyRequest,
  tableReader: TableReader,
): Promise<Row[]> {
  return tableReader.read(await receiveBytes(request));
}

async function receiveBytes(request: FastifyRequest): Promise<Buffer> {
  try {
    return await readFormFile(request);
  } catch (error) {
    // Anything else is thrown by the form parser: the form is broken.
    throw error instanceof AppError ? error : new AppError('invalid_input', { cause: error });
  }
}

async function readFormFile(request: FastifyRequest): Promise<Buffer> {
  let received: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') continue;
    if (part.fieldname !== 'file' || received) throw new AppError('invalid_input');
    received = await readAll(part.file);
    request.digests.push(createHash('sha256').update(received).digest('base64url'));
  }
  if (!received) throw new AppError('table_missing');
  return received;
}

async function readAll(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    length += chunk.length;
    if (length > limits.maxTableBytes) throw new AppError('table_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
