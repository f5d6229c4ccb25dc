import multipart from '@fastify/multipart';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import type { Sheet } from '../tables/read-table.ts';
import type { TableReader } from '../tables/table-reader.ts';
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
    /** The uploaded files of this request, already in the storage. */
    received: ReceivedFile[];
    /** The SHA-256 of every uploaded file, before it was re-encoded. */
    digests: string[];
    /** The stored files of this request, including those that no row references yet. */
    newFiles: NewFiles | undefined;
    /** The sheets of the uploaded table, at least one. */
    sheets: Sheet[] | undefined;
  }
}

interface FormDependencies {
  config: Config;
  database: Database;
  storage: Storage;
  tableReader: TableReader;
}

/** Forms that wait are not read yet. */
const formQueue = new FairQueue({
  maxRunning: Number.POSITIVE_INFINITY,
  maxRunningPerCaller: 2,
  maxWaiting: 400,
  createError: () => new AppError('server_busy', { retryAfterSeconds: 10 }),
});

/** Accepts multipart forms where the endpoint declares files; their fields are validated like a JSON body. */
export async function acceptForms(
  app: FastifyInstance,
  { config, database, storage, tableReader }: FormDependencies,
): Promise<void> {
  await app.register(multipart, {
    limits: {
      files: limits.maxAttachments,
      fileSize: limits.maxVideoBytes + 1,
      fields: 10,
      fieldSize: 100_000,
    },
  });
  app.decorateRequest('received');
  app.decorateRequest('digests');
  app.decorateRequest('newFiles', undefined);
  app.decorateRequest('sheets', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.received = [];
    request.digests = [];
    done();
  });
  const limitTables = createTableLimit();
  app.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) return;
    const { acceptsFiles: field, acceptsTable } = request.routeOptions.config;
    try {
      if (acceptsTable) {
        limitTables(request, reply);
        const { sheets, fields } = await receiveTable(request, tableReader);
        request.sheets = sheets;
        request.body = request.routeOptions.schema?.body ? fields : undefined;
        return;
      }
      if (!field) throw new AppError('unsupported_type');
      const { received } = request;
      request.newFiles = new NewFiles(database.db, storage, {
        schoolId: request.actor?.school_id ?? null,
        quotaMegabytes: config.storageQuotaMegabytes,
        userId: request.actor?.id,
      });
      const { newFiles } = request;
      request.body = await formQueue.run(newFiles.caller, async () => {
        // The client gave up while the form was waiting.
        if (request.raw.destroyed) throw new AppError('invalid_input');
        return receiveForm(request, newFiles, { field, received });
      });
    } catch (error) {
      // Drain the rest: a half-read request would delay shutdown.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  });
  // Only after the response is it certain what was committed.
  app.addHook('onResponse', async ({ body, newFiles }, reply) => {
    // After an internal error the commit may still be in progress, so the cleanup deletes the files later.
    if (reply.statusCode >= 500 && body !== undefined) return;
    await newFiles?.deleteUnused();
  });
}

const tableRetryAfterSeconds = 5;

/** Allows each user one table at a time, so that nobody fills the queue alone. */
function createTableLimit() {
  const senderIds = new Set<number>();
  return ({ actor }: FastifyRequest, reply: FastifyReply): void => {
    const id = actor?.id ?? 0;
    if (senderIds.has(id)) {
      throw new AppError('too_many_requests', { retryAfterSeconds: tableRetryAfterSeconds });
    }
    senderIds.add(id);
    reply.raw.once('close', () => senderIds.delete(id));
  };
}
