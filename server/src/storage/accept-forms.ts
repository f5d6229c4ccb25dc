import multipart from '@fastify/multipart';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { type FileField, type ReceivedFile, receiveForm } from './receive-form.ts';
import { type ReceivedTable, receiveTable } from './receive-table.ts';
import type { Storage } from './storage.ts';
import { NewFiles } from './stored-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFiles?: FileField | undefined;
    takesTable?: boolean;
  }
  interface FastifyRequest {
    /** Files that came with this request and lie in the storage. */
    received: ReceivedFile[];
    /** SHA-256 of every file that came with this request, as it came. */
    digests: string[];
    /** What they lie there as, also those that have no row yet. */
    newFiles: NewFiles | undefined;
    /** The table that came with this request, in memory: it is small and is not kept. */
    table: ReceivedTable | undefined;
  }
}

/** Takes forms with files where the endpoint says so; their fields are checked like a JSON body. */
export async function acceptForms(
  app: FastifyInstance,
  { database, storage }: { database: Database; storage: Storage },
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
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    const { takesFiles: field, takesTable } = request.routeOptions.config;
    try {
      if (takesTable) {
        request.table = await receiveTable(request);
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
