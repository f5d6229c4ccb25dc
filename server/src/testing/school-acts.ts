import { studentTables } from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import type { AnswerOf, Endpoint } from '@lop-xanh/contract/endpoint';
import { notifications } from '@lop-xanh/contract/notifications';
import { posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import sharp from 'sharp';
import type { Db } from '../database/database.ts';
import { demoWeeks } from '../demo/demo-attendance.ts';
import { rollOf } from './roll-call.ts';
import type { SchoolCalls, Sent } from './school-calls.ts';
import { seeded } from './seeded.ts';

const photo = await sharp({
  create: { width: 64, height: 48, channels: 3, background: '#2f9e5f' },
})
  .jpeg()
  .toBuffer();

/** One thing that somebody does. Under its key it can be sent again until its answer is certain. */
export interface Act<E extends Endpoint = Endpoint> {
  who: string;
  endpoint: E;
  sent: Sent & { key: string };
  /** Called with the answer that acknowledges it. */
  onDone?: (answer: AnswerOf<E>) => void;
  /** Whether what was acknowledged is in the database, once, or undone by a later act. */
  isThere: (db: Db, answer: AnswerOf<E>) => Promise<boolean>;
}

export type Kind =
  | 'post'
  | 'remove post'
  | 'decide'
  | 'like'
  | 'comment'
  | 'read news'
  | 'take roll'
  | 'move pupil'
  | 'move teacher'
  | 'import pupils';

/** Each kind has its endpoint, a decision two. */
export const endpointsOfActs = 11;

/** What can be done in the demo's school: each act as a seed chooses it, with how to find it again. */
export class SchoolActs {
  readonly #calls: SchoolCalls;
  readonly #random: () => number;
  readonly #seed: number;
  #number = 0;
  #rooms: SchoolClass[] = [];
  #pupils: number[] = [];
  readonly #posts = {
    waiting: [] as number[],
    approved: [] as number[],
    removed: new Set<number>(),
  };
  /** What was last acknowledged of things that change back and forth. */
  readonly #latest = new Map<string, unknown>();

  constructor(seed: number, calls: SchoolCalls) {
    this.#seed = seed;
    this.#random = seeded(seed);
    this.#calls = calls;
  }

  /** Reads, as people who are logged in, what there is to act on. */
  async getToKnow(): Promise<void> {
    this.#rooms = (await this.#calls.read(classes.list, 'mod')).classes;
    const { posts: feed } = await this.#calls.read(posts.list, 'student');
    this.#posts.approved.push(...feed.map(({ id }) => id));
    // Those of the last class move about; the others keep their rolls.
    const room = this.#rooms.at(-1) as SchoolClass;
    const { students } = await this.#calls.read(classes.students, 'mod', room.id);
    this.#pupils = students.map(({ id }) => id);
  }

  /** Two teachers beside the demo's own. */
  rollCallers(): string[] {
    return this.#rooms.slice(0, 2).flatMap(({ teacher_username }) => teacher_username ?? []);
  }

  /** Undefined where there is nothing of that kind to do. */
  prepare(kind: Kind, who: string): Promise<Act | undefined> {
    switch (kind) {
      case 'post':
        return this.#post(who);
      case 'remove post':
        return this.#removePost(who);
      case 'decide':
        return this.#decide(who);
      case 'like':
        return this.#like(who);
      case 'comment':
        return this.#comment(who);
      case 'read news':
        return this.#readNews(who);
      case 'take roll':
        return this.#takeRoll(who);
      case 'move pupil':
        return this.#movePupil(who);
      case 'move teacher':
        return this.#moveTeacher(who);
      case 'import pupils':
        return this.#importPupils(who);
    }
  }

  /** A thing to do, under a key of its own. */
  #act<E extends Endpoint>(act: Act<E>): Act {
    return act as unknown as Act;
  }

  #newKey(): string {
    return `s${this.#seed}n${++this.#number}`;
  }

  #oneOf<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((one) => ({ one, place: this.#random() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ one }) => one);
  }

  async #post(who: string): Promise<Act> {
    const key = this.#newKey();
    const fields = { title: key, content: 'Ảnh của lớp' };
    const attachments = new File([photo], 'ảnh.jpg');
    const hasPhoto = this.#random() < 0.7;
    return this.#act({
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

  async #removePost(who: string): Promise<Act | undefined> {
    // Every second one stays, so that there is something to read.
    const id = this.#oneOf(this.#posts.waiting.filter((one) => one % 2 === 0));
    if (id === undefined || this.#posts.removed.has(id)) return undefined;
    this.#posts.removed.add(id);
    return this.#act({
      who,
      endpoint: posts.remove,
      sent: { key: this.#newKey(), id },
      isThere: async (db) => {
        const found = await db.selectFrom('posts').select('id').where('id', '=', id).execute();
        return found.length === 0;
      },
    });
  }

  async #decide(who: string): Promise<Act | undefined> {
    const id = this.#posts.waiting.find((one) => !this.#latest.has(`decision ${one}`));
    if (id === undefined) return undefined;
    const decision = this.#random() < 0.7 ? 'approved' : 'rejected';
    this.#latest.set(`decision ${id}`, decision);
    return this.#act({
      who,
      endpoint: decision === 'approved' ? posts.approve : posts.reject,
      sent: { key: this.#newKey(), id, body: {} },
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

  async #like(who: string): Promise<Act | undefined> {
    const id = this.#oneOf(this.#posts.approved);
    if (id === undefined) return undefined;
    const liked = this.#random() < 0.6;
    return this.#act({
      who,
      endpoint: posts.like,
      sent: { key: this.#newKey(), id, body: { liked } },
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

  async #comment(who: string): Promise<Act | undefined> {
    const id = this.#oneOf(this.#posts.approved);
    if (id === undefined) return undefined;
    const key = this.#newKey();
    return this.#act({
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

  async #readNews(who: string): Promise<Act | undefined> {
    const { notifications: news } = await this.#calls.read(notifications.list, who);
    const ids = news.filter(({ isRead }) => !isRead).flatMap(({ sourceIds }) => sourceIds);
    if (ids.length === 0) return undefined;
    return this.#act({
      who,
      endpoint: notifications.read,
      sent: { key: this.#newKey(), body: { ids } },
      isThere: async (db) => {
        const unread = await db
          .selectFrom('notifications')
          .select('id')
          .where('id', 'in', ids)
          .where('read_at', 'is', null)
          .execute();
        return unread.length === 0;
      },
    });
  }

  async #takeRoll(who: string): Promise<Act | undefined> {
    const room = this.#rooms.find(({ teacher_username }) => teacher_username === who);
    const taken = `weeks of ${who}`;
    const week = limits.teachingWeeks - Number(this.#latest.get(taken) ?? 0);
    if (!room || week <= demoWeeks) return undefined;
    const { students } = await this.#calls.read(classes.students, who, room.id);
    this.#latest.set(taken, limits.teachingWeeks - week + 1);
    return this.#act({
      who,
      endpoint: attendance.save,
      sent: { key: this.#newKey(), id: room.id, body: rollOf(students, { week }) },
      isThere: async (db, { records }) => {
        const sheets = await db
          .selectFrom('attendance_sheets')
          .select('total')
          .where('class_id', '=', room.id)
          .where('week', '=', week)
          .execute();
        return sheets.length === 1 && sheets[0]?.total === records.length;
      },
    });
  }

  async #movePupil(who: string): Promise<Act | undefined> {
    const id = this.#oneOf(this.#pupils);
    const room = this.#oneOf([undefined, ...this.#movable()]);
    if (id === undefined) return undefined;
    return this.#place(who, { id, classId: room?.id ?? null, endpoint: accounts.editStudent });
  }

  /** Whoever teaches one of the classes of the last grade comes to another one, or to none. */
  async #moveTeacher(who: string): Promise<Act | undefined> {
    const teachers = this.#movable().flatMap(({ teacher_id }) => teacher_id ?? []);
    const id = this.#oneOf(teachers);
    const room = this.#oneOf([undefined, ...this.#movable()]);
    if (id === undefined) return undefined;
    return this.#place(who, { id, classId: room?.id ?? null, endpoint: accounts.edit });
  }

  #movable(): SchoolClass[] {
    return this.#rooms.slice(-3);
  }

  #place(
    who: string,
    { id, classId, endpoint }: { id: number; classId: number | null; endpoint: Endpoint },
  ): Act {
    const latest = `place of ${id}`;
    return this.#act({
      who,
      endpoint,
      sent: { key: this.#newKey(), id, body: { class_id: classId } },
      onDone: () => this.#latest.set(latest, classId),
      isThere: async (db) => {
        const person = await db
          .selectFrom('users')
          .select('class_id')
          .where('id', '=', id)
          .executeTakeFirst();
        return this.#latest.get(latest) !== classId || person?.class_id === classId;
      },
    });
  }

  async #importPupils(who: string): Promise<Act> {
    const key = this.#newKey();
    const room = this.#oneOf(this.#movable())?.name ?? '';
    const rows = ['a', 'b'].map((letter) => `${key}${letter},Nguyễn Thị,Mơ,${room},m@example.vn`);
    const text = ['Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email', ...rows].join('\n');
    return this.#act({
      who,
      endpoint: studentTables.take,
      sent: { key, form: { file: new File([text], 'hoc-sinh.csv') } },
      isThere: async (db) => {
        const found = await db
          .selectFrom('users')
          .select('id')
          .where('username', 'like', `${key}_`)
          .execute();
        return found.length === rows.length;
      },
    });
  }
}
