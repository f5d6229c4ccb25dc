import { createHash } from 'node:crypto';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import type { Sheet } from '../tables/read-table.ts';
import type { TableReader } from '../tables/table-reader.ts';

interface ReceivedTable {
  sheets: Sheet[];
  fields: Record<string, unknown>;
}

/** Reads the sheets of the form's only file `file`, which is rejected as soon as it is too large, and the text fields. */
export async function receiveTable(
  request: FastifyRequest,
  tableReader: TableReader,
): Promise<ReceivedTable> {
  const { file, fields } = await receiveParts(request);
  return { sheets: await tableReader.read(file), fields };
}

async function receiveParts(request: FastifyRequest) {
  try {
    return await readParts(request);
  } catch (error) {
    // Anything else is thrown by the form parser: the form is broken.
    throw error instanceof AppError ? error : new AppError('invalid_input', { cause: error });
  }
}

async function readParts(request: FastifyRequest) {
  let file: Buffer | undefined;
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      // A cut text must not be taken for a whole one.
      if (part.valueTruncated) throw new AppError('invalid_input');
      fields[part.fieldname] = part.value;
      continue;
    }
    if (part.fieldname !== 'file' || file) throw new AppError('invalid_input');
    file = await readAll(part.file);
    request.digests.push(createHash('sha256').update(file).digest('base64url'));
  }
  if (!file) throw new AppError('table_missing');
  return { file, fields };
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
