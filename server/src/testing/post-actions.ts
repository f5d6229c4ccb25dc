import { posts } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import { type Action, defineAction, type SeededRandom } from './action.ts';
import type { SchoolClient } from './school-client.ts';

const photo = await sharp({
  create: { width: 64, height: 48, channels: 3, background: '#2f9e5f' },
})
  .jpeg()
  .toBuffer();

/** Actions on posts. */
export class PostActions {
  readonly #random: SeededRandom;
  readonly #posts = {
    pending: [] as number[],
    approved: [] as number[],
    deleted: new Set<number>(),
  };
  /** The last acknowledged value of whatever changes back and forth. */
  readonly #latest = new Map<string, unknown>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  async load(client: SchoolClient): Promise<void> {
    const { posts: feed } = await client.read(posts.list, 'student');
    this.#posts.approved.push(...feed.map(({ id }) => id));
  }

  async create(username: string): Promise<Action> {
    const key = this.#random.newKey();
    const fields = { title: key, content: 'Ảnh của lớp' };
    const attachments = new File([photo], 'ảnh.jpg');
    const hasPhoto = this.#random.next() < 0.7;
    return defineAction({
      username,
      endpoint: posts.create,
      options: { key, ...(hasPhoto ? { form: { ...fields, attachments } } : { body: fields }) },
      onDone: ({ id }) => this.#posts.pending.push(id),
      isStored: async (db, { id, attachments: stored }) => {
        if (this.#posts.deleted.has(id)) return true;
        const found = await db.selectFrom('posts').select('id').where('title', '=', key).execute();
        const files = await db
          .selectFrom('attachments')
          .select('id')
          .where('post_id', '=', id)
          .execute();
        const hasFiles = stored.length === (hasPhoto ? 1 : 0) && files.length === stored.length;
        return found.length === 1 && found[0]?.id === id && hasFiles;
      },
    });
  }

  async delete(username: string): Promise<Action | undefined> {
    // Posts with an odd id stay, so that the feed is never empty.
    const id = this.#random.pick(this.#posts.pending.filter((postId) => postId % 2 === 0));
    if (id === undefined || this.#posts.deleted.has(id)) return undefined;
    this.#posts.deleted.add(id);
    return defineAction({
      username,
      endpoint: posts.delete,
      options: { key: this.#random.newKey(), id },
      isStored: async (db) => {
        const found = await db.selectFrom('posts').select('id').where('id', '=', id).execute();
        return found.length === 0;
      },
    });
  }

  async decide(username: string): Promise<Action | undefined> {
    const id = this.#posts.pending.find((postId) => !this.#latest.has(`decision ${postId}`));
    if (id === undefined) return undefined;
    const decision = this.#random.next() < 0.7 ? 'approved' : 'rejected';
    this.#latest.set(`decision ${id}`, decision);
    return defineAction({
      username,
      endpoint: decision === 'approved' ? posts.approve : posts.reject,
      options: { key: this.#random.newKey(), id, body: {} },
      onDone: () => decision === 'approved' && this.#posts.approved.push(id),
      isStored: async (db) => {
        const post = await db
          .selectFrom('posts')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirst();
        return post ? post.status === decision : this.#posts.deleted.has(id);
      },
    });
  }

  async like(username: string): Promise<Action | undefined> {
    const id = this.#random.pick(this.#posts.approved);
    if (id === undefined) return undefined;
    const liked = this.#random.next() < 0.6;
    return defineAction({
      username,
      endpoint: posts.like,
      options: { key: this.#random.newKey(), id, body: { liked } },
      onDone: () => this.#latest.set(`${username} likes ${id}`, liked),
      isStored: async (db) => {
        if (this.#latest.get(`${username} likes ${id}`) !== liked || this.#posts.deleted.has(id)) {
          return true;
        }
        const found = await db
          .selectFrom('likes')
          .innerJoin('users', 'users.id', 'likes.user_id')
          .select('post_id')
          .where('post_id', '=', id)
          .where('username', '=', username)
          .execute();
        return found.length === (liked ? 1 : 0);
      },
    });
  }

  async comment(username: string): Promise<Action | undefined> {
    const id = this.#random.pick(this.#posts.approved);
    if (id === undefined) return undefined;
    const key = this.#random.newKey();
    return defineAction({
      username,
      endpoint: posts.comment,
      options: { key, id, body: { text: key } },
      isStored: async (db, response) => {
        const found = await db
          .selectFrom('comments')
          .select('id')
          .where('text', '=', key)
          .execute();
        const isOnce = found.length === 1 && found[0]?.id === response.id;
        return isOnce || this.#posts.deleted.has(id);
      },
    });
  }
}
