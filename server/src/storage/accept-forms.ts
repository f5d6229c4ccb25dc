import multipart from '@fastify/multipart';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { type ReceivedFile, receiveForm } from './receive-form.ts';
import { type ReceivedTable, receiveTable } from './receive-table.ts';
import type { Storage } from './storage.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFiles?: boolean;
    takesTable?: boolean;
  }
  interface FastifyRequest {
    /** Files that came with this request and lie in the storage. */
    received: ReceivedFile[];
    /** Stored files that this request has made superfluous. */
    dropped: string[];
    /** The table that came with this request, in memory: it is small and is not kept. */
    table: ReceivedTable | undefined;
  }
}

/** Takes forms with files where the endpoint says so; their fields are checked like a JSON body. */
export async function acceptForms(app: FastifyInstance, storage: Storage): Promise<void> {
  await app.register(multipart, {
    limits: {
      files: limits.attachmentsMax,
      fileSize: limits.videoBytesMax + 1,
      fields: 10,
      fieldSize: 100_000,
    },
  });
  app.decorateRequest('received');
  app.decorateRequest('dropped');
  app.decorateRequest('table', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.received = [];
    request.dropped = [];
    done();
  });
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    if (!/;\s*boundary=/i.test(request.headers['content-type'] ?? '')) {
      throw new AppError('invalid_input');
    }
    const { takesFiles, takesTable } = request.routeOptions.config;
    if (takesTable) {
      request.table = await receiveTable(request);
      request.body = undefined;
      return;
    }
    if (!takesFiles) throw new AppError('unsupported_type');
    request.body = await receiveForm(request, storage, request.received);
  });
}
