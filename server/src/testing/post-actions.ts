import { posts } from '@lop-xanh/contract/posts';
import sharp from 'sharp';
import { type Act, anAct, type Chance } from './act.ts';
import type { SchoolCalls } from './school-calls.ts';

const photo = await sharp({
  create: { width: 64, height: 48, channels: 3, background: '#2f9e5f' },
})
  .jpeg()
  .toBuffer();

/** What is done with posts. */
export class PostActions {
  readonly #chance: Chance;
  readonly #posts = {
    waiting: [] as number[],
    approved: [] as number[],
    removed: new Set<number>(),
  };
  /** What was last acknowledged of things that change back and forth. */
  readonly #latest = new Map<string, unknown>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  async getToKnow(calls: SchoolCalls): Promise<void> {
    const { posts: feed } = await calls.read(posts.list, 'student');
    this.#posts.approved.push(...feed.map(({ id }) => id));
  }

  async post(who: string): Promise<Act> {
    const key = this.#chance.newKey();
    const fields = { title: key, content: 'Ảnh của lớp' };
    const attachments = new File([photo], 'ảnh.jpg');
    const hasPhoto = this.#chance.next() < 0.7;
    return anAct({
      who,
      endpoint: posts.create,
      sent: { key, ...(hasPhoto ? { form: { ...fields, attachments } } : { body: fields }) },
      onDone: ({ id }) => this.#posts.waiting.push(id),
      isThere: async (db, { id, attachments: kept }) => {
        if (this.#posts.removed.has(id)) return true;
        const found = await db.selectFrom('posts').select('id').where('title', '=', key).execute();
        const files = await db
          .selectFrom('attachments')
          .select('id')
          .where('post_id', '=', id)
          .execute();
        const isKept = kept.length === (hasPhoto ? 1 : 0) && files.length === kept.length;
        return found.length === 1 && found[0]?.id === id && isKept;
      },
    });
  }

  async removePost(who: string): Promise<Act | undefined> {
    // Every second one stays, so that there is something to read.
    const id = this.#chance.oneOf(this.#posts.waiting.filter((one) => one % 2 === 0));
    if (id === undefined || this.#posts.removed.has(id)) return undefined;
    this.#posts.removed.add(id);
    return anAct({
      who,
      endpoint: posts.remove,
      sent: { key: this.#chance.newKey(), id },
      isThere: async (db) => {
        const found = await db.selectFrom('posts').select('id').where('id', '=', id).execute();
        return found.length === 0;
      },
    });
  }

  async decide(who: string): Promise<Act | undefined> {
    const id = this.#posts.waiting.find((one) => !this.#latest.has(`decision ${one}`));
    if (id === undefined) return undefined;
    const decision = this.#chance.next() < 0.7 ? 'approved' : 'rejected';
    this.#latest.set(`decision ${id}`, decision);
    return anAct({
      who,
      endpoint: decision === 'approved' ? posts.approve : posts.reject,
      sent: { key: this.#chance.newKey(), id, body: {} },
      onDone: () => decision === 'approved' && this.#posts.approved.push(id),
      isThere: async (db) => {
        const post = await db
          .selectFrom('posts')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirst();
        return post ? post.status === decision : this.#posts.removed.has(id);
      },
    });
  }

  async like(who: string): Promise<Act | undefined> {
    const id = this.#chance.oneOf(this.#posts.approved);
    if (id === undefined) return undefined;
    const liked = this.#chance.next() < 0.6;
    return anAct({
      who,
      endpoint: posts.like,
      sent: { key: this.#chance.newKey(), id, body: { liked } },
      onDone: () => this.#latest.set(`${who} likes ${id}`, liked),
      isThere: async (db) => {
        if (this.#latest.get(`${who} likes ${id}`) !== liked || this.#posts.removed.has(id)) {
          return true;
        }
        const found = await db
          .selectFrom('likes')
          .innerJoin('users', 'users.id', 'likes.user_id')
          .select('post_id')
          .where('post_id', '=', id)
          .where('username', '=', who)
          .execute();
        return found.length === (liked ? 1 : 0);
      },
    });
  }

  async comment(who: string): Promise<Act | undefined> {
    const id = this.#chance.oneOf(this.#posts.approved);
    if (id === undefined) return undefined;
    const key = this.#chance.newKey();
    return anAct({
      who,
      endpoint: posts.comment,
      sent: { key, id, body: { text: key } },
      isThere: async (db, answer) => {
        const found = await db
          .selectFrom('comments')
          .select('id')
          .where('text', '=', key)
          .execute();
        const isOnce = found.length === 1 && found[0]?.id === answer.id;
        return isOnce || this.#posts.removed.has(id);
      },
    });
  }
}
