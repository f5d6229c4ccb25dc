import { createHash } from 'node:crypto';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';

/** A table that has arrived; whether it can be read is not known yet. */
export interface ReceivedTable {
  bytes: Buffer;
}

/** Takes the form's one file `file` in, and refuses it as soon as it is too large. */
export async function receiveTable(request: FastifyRequest): Promise<ReceivedTable> {
  try {
    return await receive(request);
  } catch (error) {
    // What the parser throws by itself is about a broken form: nothing else is done here.
    throw error instanceof AppError ? error : new AppError('invalid_input', { cause: error });
  }
}

async function receive(request: FastifyRequest): Promise<ReceivedTable> {
  let received: ReceivedTable | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') continue;
    if (part.fieldname !== 'file' || received) throw new AppError('invalid_input');
    const bytes = await allOf(part.file);
    request.digests.push(createHash('sha256').update(bytes).digest('base64url'));
    received = { bytes };
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
