import { posts } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { z } from 'zod';
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
        const found = await db.values(z.number(), sql`select id from posts where title = ${key}`);
        const files = await db.value(
          z.number(),
          sql`select count(*) from attachments where post_id = ${id}`,
        );
        const hasFiles = stored.length === (hasPhoto ? 1 : 0) && files === stored.length;
        return found.length === 1 && found[0] === id && hasFiles;
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
        const isFound = sql`select exists (select from posts where id = ${id})`;
        return !(await db.value(z.boolean(), isFound));
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
        const [status] = await db.values(
          z.string(),
          sql`select status from posts where id = ${id}`,
        );
        return status ? status === decision : this.#posts.deleted.has(id);
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
        const likes = await db.value(
          z.number(),
          sql`
            select count(*) from likes join users on users.id = user_id
            where post_id = ${id} and username = ${username}`,
        );
        return likes === (liked ? 1 : 0);
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
        const found = await db.values(z.number(), sql`select id from comments where text = ${key}`);
        const isOnce = found.length === 1 && found[0] === response.id;
        return isOnce || this.#posts.deleted.has(id);
      },
    });
  }
}
