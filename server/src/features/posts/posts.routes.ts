import type { QueryOf } from '@lop-xanh/contract/endpoint';
import { memories } from '@lop-xanh/contract/memories';
import { faceCounts, posts } from '@lop-xanh/contract/posts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { pickId, serve, serveWrite, serveWriteStatement } from '../../http/serve.ts';
import { serveUnlessUnchanged } from '../../http/serve-unless-unchanged.ts';
import type { ReceivedFile } from '../../storage/receive-form.ts';
import { serveFiles } from '../../storage/serve-files.ts';
import { createViewerLoader } from '../../storage/signed-urls.ts';
import { likePost, readLikes } from './likes.service.ts';
import { listFormerClasses } from './memories.queries.ts';
import {
  canReadFile,
  decidePost,
  editPost,
  filesPath,
  fingerprintFeed,
  readFeed,
  readPending,
  readPost,
  removePost,
  submitPost,
} from './posts.service.ts';
import { markSeen, readSeen, remindFamilies } from './seen.service.ts';
import type { PostFile } from './write-posts.queries.ts';

const deletedMessage = { message: 'Đã xóa bài viết' };
const seenMessage = { message: 'Đã ghi nhận' };
const authorFilters = { true: 'mine', false: 'others' } as const;

export function registerPostRoutes(app: FastifyInstance, parts: FeatureParts): void {
  const {
    database: { db },
    loadSigner,
  } = parts;
  const toViewer = createViewerLoader(loadSigner);

  const toFeedQuery = ({ mine, class_id: classId, ...page }: QueryOf<typeof posts.list>) => ({
    ...page,
    authors: mine ? authorFilters[mine] : ('all' as const),
    classId,
  });
  serveUnlessUnchanged(app, db, posts.list, {
    read: async ({ actor, query }, db) => readFeed(db, await toViewer(actor), toFeedQuery(query)),
    fingerprint: async ({ actor, query }, db) =>
      fingerprintFeed(db, await toViewer(actor), toFeedQuery(query)),
  });
  serve(app, memories.list, async ({ actor }) => ({ classes: await listFormerClasses(db, actor) }));
  serve(app, posts.pending, async ({ actor, query }) =>
    readPending(db, await toViewer(actor), query),
  );
  serve(app, posts.read, async ({ actor, params }) =>
    readPost(db, await toViewer(actor), params.id),
  );

  const rereadPost = async (actor: Actor, db: Db, id: number) =>
    readPost(db, await toViewer(actor), id);
  serveWrite(app, db, posts.create, {
    async write({ actor, body, request }, db) {
      const files = addFaceCounts(request.received, body.blurredFaces);
      return submitPost(db, await toViewer(actor), { ...body, files });
    },
    toStoredReference: pickId,
    respondToRetry: ({ actor }, db, { id }) => rereadPost(actor, db, id),
  });
  serveWrite(app, db, posts.edit, {
    async write({ actor, params, body, request }, db) {
      const urls = body.existingAttachments ?? body.attachments;
      const keptUrls = parseList(urls, urlList, 'existingAttachments');
      const files = addFaceCounts(request.received, body.blurredFaces);
      const edit = { ...params, ...body, keptUrls, files };
      return editPost(db, await toViewer(actor), edit);
    },
    respondToRetry: ({ actor, params }, db) => rereadPost(actor, db, params.id),
  });
  serveWrite(app, db, posts.delete, {
    async write({ actor, params }, db) {
      await removePost(db, actor, params.id);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });
  serveWriteStatement(app, db, posts.like, {
    write: ({ actor, params, body }, runWrite) =>
      likePost(runWrite, actor, { id: params.id, liked: body?.liked }),
    respondToRetry: ({ actor, params }, db) => readLikes(db, actor, params.id),
  });
  for (const [endpoint, decision] of [
    [posts.approve, 'approve'],
    [posts.reject, 'reject'],
    [posts.withdraw, 'withdraw'],
    [posts.restore, 'restore'],
  ] as const) {
    serveWrite(app, db, endpoint, {
      write: async ({ actor, params, body }, db) =>
        decidePost(db, await toViewer(actor), { ...params, ...body, decision }),
      respondToRetry: ({ actor, params }, db) => rereadPost(actor, db, params.id),
    });
  }

  serve(app, posts.markSeen, async ({ actor, body }) => {
    await markSeen(db, actor, body.ids);
    return seenMessage;
  });
  serve(app, posts.seen, ({ actor, params }) => readSeen(db, actor, params.id));
  serveWrite(app, db, posts.remind, {
    write: ({ actor, params }, db) => remindFamilies(db, actor, params.id),
    respondToRetry: ({ actor, params }, db) => readSeen(db, actor, params.id),
  });

  serveFiles(app, parts, filesPath, (actor, name) => canReadFile(db, actor, name));
}

function addFaceCounts(files: ReceivedFile[], field: number[] | string | undefined): PostFile[] {
  const counts = parseList(field, faceCounts, 'blurredFaces') ?? [];
  return files.map((file, index) => ({ ...file, blurredFaces: counts[index] ?? 0 }));
}

const urlList = z.array(z.string());

/** A JSON body has a list, a form that list as a JSON string. */
function parseList<Item>(
  field: Item[] | string | undefined,
  schema: z.ZodType<Item[]>,
  path: string,
): Item[] | undefined {
  if (typeof field !== 'string') return field;
  const { data } = schema.safeParse(parseJson(field));
  if (!data) throw fieldError('invalid_input', path);
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
