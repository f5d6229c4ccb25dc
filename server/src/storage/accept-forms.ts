import multipart from '@fastify/multipart';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { type FileOwner, removeUnowned } from './leftovers.ts';
import { type FileField, namesOf, type ReceivedFile, receiveForm } from './receive-form.ts';
import { type ReceivedTable, receiveTable } from './receive-table.ts';
import type { Storage } from './storage.ts';

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
    /** Stored files that this request has made superfluous. */
    dropped: string[];
    /** The table that came with this request, in memory: it is small and is not kept. */
    table: ReceivedTable | undefined;
  }
}

/** Takes forms with files where the endpoint says so; their fields are checked like a JSON body. */
export async function acceptForms(
  app: FastifyInstance,
  { database, storage, owners }: { database: Database; storage: Storage; owners: FileOwner[] },
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
  app.decorateRequest('dropped');
  app.decorateRequest('table', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.received = [];
    request.digests = [];
    request.dropped = [];
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
      request.body = await receiveForm(request, storage, { field, received });
    } catch (error) {
      // The rest is let pass: a connection stuck in the midst of it would keep a stopping server waiting.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  });
  // Only after the answer is it certain what was committed: what nothing refers to by then is removed.
  app.addHook('onResponse', async ({ body, received, dropped }, reply) => {
    // After a fault in the act not even then: its commit may still be on its way. The sweep will know.
    if (reply.statusCode >= 500 && body !== undefined) return;
    const names = [...namesOf(received), ...dropped];
    await removeUnowned(database.db, storage, { names, owners });
  });
}
