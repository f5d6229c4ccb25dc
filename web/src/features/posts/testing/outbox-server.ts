import { ApiError } from '../../../lib/api-errors.ts';
import type { PostAction, PostActionResponse } from '../post-actions.ts';

/** A post of the model server. */
export interface ServerPost {
  id: number;
  version: number;
  title: string;
  content: string;
  attachments: { id: number; filename: string }[];
  liked: boolean;
  comments: { id: number; text: string }[];
}

/** The server rejects whatever contains this. */
export const poison = '☠';

/** A server for tests that processes each Idempotency-Key once, like ours. */
export function createModelServer() {
  const posts = new Map<number, ServerPost>();
  const doneIds = new Map<string, number>();
  let lastId = 1000;

  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const findPost = (id: number) => {
    const post = posts.get(id);
    if (!post) throw new ApiError(404, { message: 'missing' });
    return post;
  };
  /** Also for an edit: the name of the file is all that we compare. */
  const addFiles = (post: ServerPost, files: readonly File[]) =>
    post.attachments.push(...files.map(({ name }) => ({ id: nextId(), filename: name })));
  const rejectPoison = (text: string) => {
    if (text.includes(poison)) throw new ApiError(422, { message: 'poison' });
  };

  function process(action: PostAction, key: string): PostActionResponse {
    const doneId = doneIds.get(key);
    switch (action.kind) {
      case 'create': {
        rejectPoison(action.content);
        const id = doneId ?? nextId();
        if (doneId === undefined) {
          const { title, content } = action;
          const post = {
            id,
            version: 1,
            title,
            content,
            attachments: [],
            liked: false,
            comments: [],
          };
          posts.set(id, post);
          addFiles(post, action.files);
          doneIds.set(key, id);
        }
        return respond('create', id, action, doneId !== undefined);
      }
      case 'edit': {
        rejectPoison(action.content);
        if (doneId === undefined) {
          const post = findPost(action.post);
          if (post.version !== action.version) throw new ApiError(409, { code: 'conflict' });
          const keptIds = action.kept.map(({ id }) => id);
          const kept = post.attachments.filter(({ id }) => keptIds.includes(id));
          const { title, content } = action;
          Object.assign(post, { title, content, attachments: kept, version: post.version + 1 });
          addFiles(post, action.files);
          doneIds.set(key, action.post);
        }
        return respond('edit', action.post, action, doneId !== undefined);
      }
      case 'delete':
        posts.delete(action.post);
        return { kind: 'delete', post: action.post };
      case 'like': {
        const post = findPost(action.post);
        if (doneId === undefined) post.liked = action.liked;
        doneIds.set(key, post.id);
        return { kind: 'like', post: post.id, answer: {} as never };
      }
      case 'comment': {
        rejectPoison(action.text);
        const post = findPost(action.post);
        const id = doneId ?? nextId();
        if (doneId === undefined) post.comments.push({ id, text: action.text });
        doneIds.set(key, id);
        if (!post.comments.some((comment) => comment.id === id)) throw doneAndDeleted();
        return { kind: 'comment', post: post.id, comment: { id } as never };
      }
      case 'delete-comment': {
        const comments = posts.get(action.post)?.comments ?? [];
        const index = comments.findIndex(({ id }) => id === action.comment);
        if (index >= 0) comments.splice(index, 1);
        return { kind: 'delete-comment', post: action.post, comment: action.comment };
      }
      default:
        throw new Error(`The model has no '${action.kind}'.`);
    }
  }
  function respond(
    kind: 'create' | 'edit',
    id: number,
    { files, fileIds }: Extract<PostAction, { kind: 'create' | 'edit' }>,
    isRetried: boolean,
  ): PostActionResponse {
    const post = posts.get(id);
    if (!post) throw isRetried ? doneAndDeleted() : new ApiError(404, { message: 'missing' });
    const copy = structuredClone(post) as never;
    return { kind, post: copy, newFiles: files.length, fileIds };
  }
  return {
    process,
    posts: () => [...posts.values()],
    findCreated: (key: string) => posts.get(doneIds.get(key) ?? 0),
    findDone: (key: string) => doneIds.get(key),
  };
}

const doneAndDeleted = () => new ApiError(404, { message: 'deleted', alreadyDone: true });
