import multipart from '@fastify/multipart';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Tables } from '../tables/open-tables.ts';
import type { Row } from '../tables/read-table.ts';
import { type FileField, type ReceivedFile, receiveForm } from './receive-form.ts';
import { receiveTable } from './receive-table.ts';
import type { Storage } from './storage.ts';
import { NewFiles } from './stored-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    acceptsFiles?: FileField | undefined;
    acceptsTable?: boolean;
  }
  interface FastifyRequest {
    /** Files that came with this request and lie in the storage. */
    received: ReceivedFile[];
    /** SHA-256 of every file that came with this request, as it came. */
    digests: string[];
    /** What they lie there as, also those that have no row yet. */
    newFiles: NewFiles | undefined;
    /** The rows of the table that came with this request. */
    table: Row[] | undefined;
  }
}

interface FormParts {
  database: Database;
  storage: Storage;
  tables: Tables;
}

/** Takes forms with files where the endpoint says so; their fields are checked like a JSON body. */
export async function acceptForms(
  app: FastifyInstance,
  { database, storage, tables }: FormParts,
): Promise<void> {
  await app.register(multipart, {
    limits: {
      files: limits.attachmentsMax,
      fileSize: limits.videoBytesMax + 1,
      fields: 10,
      fieldSize: 100_000,
    },
  });
  app.decorateRequest('received');
  app.decorateRequest('digests');
  app.decorateRequest('newFiles', undefined);
  app.decorateRequest('table', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.received = [];
    request.digests = [];
    done();
  });
  const sendOneTable = limitToOneTable();
  app.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) return;
    const { acceptsFiles: field, acceptsTable } = request.routeOptions.config;
    try {
      if (acceptsTable) {
        sendOneTable(request, reply);
        request.table = await receiveTable(request, tables);
        request.body = undefined;
        return;
      }
      if (!field) throw new AppError('unsupported_type');
      const { received } = request;
      request.newFiles = new NewFiles(database.db, storage);
      request.body = await receiveForm(request, request.newFiles, { field, received });
    } catch (error) {
      // The rest is let pass: a connection stuck in the midst of it would keep a stopping server waiting.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  });
  // Only after the response is it certain what was committed.
  app.addHook('onResponse', async ({ body, newFiles }, reply) => {
    // After a fault in the work itself not even then: its commit may still be on its way. The cleanup will know.
    if (reply.statusCode >= 500 && body !== undefined) return;
    await newFiles?.deleteUnused();
  });
}

const secondsForATable = 5;

/** Until a user's table is answered they send no second one, so that nobody fills the queue alone. */
function limitToOneTable() {
  const senders = new Set<number>();
  return ({ actor }: FastifyRequest, reply: FastifyReply): void => {
    const id = actor?.id ?? 0;
    if (senders.has(id)) {
      throw new AppError('too_many_requests', { retryAfterSeconds: secondsForATable });
    }
    senders.add(id);
    reply.raw.once('close', () => senders.delete(id));
  };
}
