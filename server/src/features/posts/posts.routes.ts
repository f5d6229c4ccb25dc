import { posts } from '@lop-xanh/contract/posts';
import type { FastifyInstance } from 'fastify';
import { type Db, prepared, within } from '../../database/database.ts';
import { fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { keepId, serve, serveStatement, serveWrite } from '../../http/serve.ts';
import { serveFiles } from '../../storage/serve-files.ts';
import { readerWith } from '../../storage/signed-urls.ts';
import {
  commentPost,
  editPost,
  filesPath,
  judgePost,
  likePost,
  mayReadFile,
  readComment,
  readComments,
  readFeed,
  readLikes,
  readPending,
  readPost,
  removePost,
  submitPost,
} from './posts.service.ts';

const removed = { message: 'Đã xóa bài viết' };
const whoseBy = { true: 'mine', false: 'others' } as const;

export function postsRoutes(app: FastifyInstance, parts: FeatureParts): void {
  const { database, loadSigner } = parts;
  const run = prepared(database);
  const readerFor = readerWith(loadSigner);

  serve(app, posts.list, async ({ actor, query: { mine, ...page } }) =>
    readFeed(run, await readerFor(actor), { ...page, whose: mine ? whoseBy[mine] : 'all' }),
  );
  serve(app, posts.pending, async ({ actor, query }) =>
    readPending(run, await readerFor(actor), query),
  );
  serve(app, posts.read, async ({ actor, params }) =>
    readPost(run, await readerFor(actor), params.id),
  );
  serve(app, posts.comments, ({ actor, params, query }) =>
    readComments(run, actor, { ...params, ...query }),
  );

  const readAgain = async (actor: Actor, db: Db, id: number) =>
    readPost(within(db), await readerFor(actor), id);
  serveStatement(app, database, posts.create, {
    write: async ({ actor, body, request }, once) =>
      submitPost(once, await readerFor(actor), { ...body, files: request.received }),
    keep: keepId,
    repeat: ({ actor }, db, { id }) => readAgain(actor, db, id),
  });
  serveWrite(app, database, posts.edit, {
    async write({ actor, params, body, request }, db) {
      const kept = keptUrls(body.existingAttachments ?? body.attachments);
      const edit = { ...params, ...body, kept, files: request.received };
      return editPost(db, await readerFor(actor), edit);
    },
    repeat: ({ actor, params }, db) => readAgain(actor, db, params.id),
  });
  serveWrite(app, database, posts.remove, {
    async write({ actor, params }, db) {
      await removePost(db, actor, params.id);
      return removed;
    },
    repeat: async () => removed,
  });
  serveStatement(app, database, posts.like, {
    write: ({ actor, params, body }, once) =>
      likePost(once, actor, { id: params.id, liked: body?.liked }),
    repeat: ({ actor, params }, db) => readLikes(within(db), actor, params.id),
  });
  serveStatement(app, database, posts.comment, {
    write: ({ actor, params, body }, once) =>
      commentPost(once, actor, { id: params.id, text: body.text }),
    keep: keepId,
    repeat: ({ actor, params }, db, { id }) =>
      readComment(within(db), actor, { postId: params.id, id }),
  });
  for (const [endpoint, decision] of [
    [posts.approve, 'approved'],
    [posts.reject, 'rejected'],
  ] as const) {
    serveWrite(app, database, endpoint, {
      write: async ({ actor, params, body }, db) =>
        judgePost(db, await readerFor(actor), { ...params, ...body, decision }),
      repeat: ({ actor, params }, db) => readAgain(actor, db, params.id),
    });
  }

  serveFiles(app, parts, filesPath, (actor, name) => mayReadFile(run, actor, name));
}

/** A list in JSON, or that list as a string in a form; undefined keeps all. */
function keptUrls(given: string[] | string | undefined): string[] | undefined {
  if (given === undefined || Array.isArray(given)) return given;
  try {
    const parsed: unknown = JSON.parse(given);
    if (Array.isArray(parsed) && parsed.every((url) => typeof url === 'string')) return parsed;
  } catch {
    // Told below, like every other string that is no list.
  }
  throw fieldError('invalid_input', 'existingAttachments');
}
