import { notifications } from '@lop-xanh/contract/notifications';
import { type Act, anAct, Chance } from './act.ts';
import { ClassActions } from './class-actions.ts';
import { PostActions } from './post-actions.ts';
import type { SchoolCalls } from './school-calls.ts';

export type Kind =
  | 'post'
  | 'remove post'
  | 'decide'
  | 'like'
  | 'comment'
  | 'read news'
  | 'take roll'
  | 'move student'
  | 'move teacher'
  | 'import students';

/** Each kind has its endpoint, a decision two. */
export const endpointsOfActs = 11;

/** What can be done in the demo's school: each act as a seed chooses it, with how to find it again. */
export class SchoolActions {
  readonly #calls: SchoolCalls;
  readonly #chance: Chance;
  readonly #posts: PostActions;
  readonly #classes: ClassActions;

  constructor(seed: number, calls: SchoolCalls) {
    this.#calls = calls;
    this.#chance = new Chance(seed);
    this.#posts = new PostActions(this.#chance);
    this.#classes = new ClassActions(this.#chance, calls);
  }

  /** Reads, as people who are logged in, what there is to act on. */
  async getToKnow(): Promise<void> {
    await this.#classes.getToKnow();
    await this.#posts.getToKnow(this.#calls);
  }

  /** Two teachers beside the demo's own. */
  rollCallers(): string[] {
    return this.#classes.rollCallers();
  }

  shuffled<T>(list: readonly T[]): T[] {
    return this.#chance.shuffled(list);
  }

  /** Undefined where there is nothing of that kind to do. */
  prepare(kind: Kind, who: string): Promise<Act | undefined> {
    switch (kind) {
      case 'post':
        return this.#posts.post(who);
      case 'remove post':
        return this.#posts.removePost(who);
      case 'decide':
        return this.#posts.decide(who);
      case 'like':
        return this.#posts.like(who);
      case 'comment':
        return this.#posts.comment(who);
      case 'read news':
        return this.#readNews(who);
      case 'take roll':
        return this.#classes.takeRoll(who);
      case 'move student':
        return this.#classes.moveStudent(who);
      case 'move teacher':
        return this.#classes.moveTeacher(who);
      case 'import students':
        return this.#classes.importStudents(who);
    }
  }

  async #readNews(who: string): Promise<Act | undefined> {
    const { notifications: news } = await this.#calls.read(notifications.list, who);
    const ids = news.filter(({ isRead }) => !isRead).flatMap(({ sourceIds }) => sourceIds);
    if (ids.length === 0) return undefined;
    return anAct({
      who,
      endpoint: notifications.read,
      sent: { key: this.#chance.newKey(), body: { ids } },
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
}
