import { notifications } from '@lop-xanh/contract/notifications';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { type Action, defineAction, SeededRandom } from './action.ts';
import { ClassActions } from './class-actions.ts';
import { PostActions } from './post-actions.ts';
import type { SchoolClient } from './school-client.ts';

export type ActionKind =
  | 'post'
  | 'delete post'
  | 'decide'
  | 'like'
  | 'comment'
  | 'read notifications'
  | 'save sheet'
  | 'move student'
  | 'move teacher'
  | 'import students';

/** One endpoint per kind, but two for a decision. */
export const actionEndpointCount = 11;

/** Builds random actions in the demo school, each with a check of its effect in the database. */
export class SchoolActions {
  readonly #client: SchoolClient;
  readonly #random: SeededRandom;
  readonly #posts: PostActions;
  readonly #classes: ClassActions;

  constructor(seed: number, client: SchoolClient) {
    this.#client = client;
    this.#random = new SeededRandom(seed);
    this.#posts = new PostActions(this.#random);
    this.#classes = new ClassActions(this.#random, client);
  }

  /** Reads the classes, students and posts to act on; needs logged-in users. */
  async load(): Promise<void> {
    await this.#classes.load();
    await this.#posts.load(this.#client);
  }

  /** Two teachers other than the demo account's. */
  attendanceTeachers(): string[] {
    return this.#classes.attendanceTeachers();
  }

  shuffle<T>(list: readonly T[]): T[] {
    return this.#random.shuffle(list);
  }

  /** Undefined when there is nothing to do of that kind. */
  prepare(kind: ActionKind, username: string): Promise<Action | undefined> {
    switch (kind) {
      case 'post':
        return this.#posts.create(username);
      case 'delete post':
        return this.#posts.delete(username);
      case 'decide':
        return this.#posts.decide(username);
      case 'like':
        return this.#posts.like(username);
      case 'comment':
        return this.#posts.comment(username);
      case 'read notifications':
        return this.#readNotifications(username);
      case 'save sheet':
        return this.#classes.saveSheet(username);
      case 'move student':
        return this.#classes.moveStudent(username);
      case 'move teacher':
        return this.#classes.moveTeacher(username);
      case 'import students':
        return this.#classes.importStudents(username);
    }
  }

  async #readNotifications(username: string): Promise<Action | undefined> {
    const { notifications: list } = await this.#client.read(notifications.list, username);
    const ids = list.filter(({ isRead }) => !isRead).flatMap(({ sourceIds }) => sourceIds);
    if (ids.length === 0) return undefined;
    return defineAction({
      username,
      endpoint: notifications.read,
      options: { key: this.#random.newKey(), body: { ids } },
      isStored: async (db) => {
        const unread = await db.value(
          z.number(),
          sql`
            select count(*) from notifications
            where id = any(${ids}::bigint[]) and read_at is null`,
        );
        return unread === 0;
      },
    });
  }
}
