import { setTimeout as pause } from 'node:timers/promises';
import { attendance } from '@lop-xanh/contract/attendance';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { posts } from '@lop-xanh/contract/posts';
import { limits } from '@lop-xanh/contract/rules/limits';
import { demoWeeks } from '../../demo/demo-attendance.ts';
import { SeededRandom } from '../action.ts';
import { makeSheetInput } from '../attendance.ts';
import type { ClusterClient } from './cluster-client.ts';
import type { History } from './history.ts';

/** Keeps each user below the rate limit. */
const intervalMs = 300;
const likers = ['student', 'parent'];
const clientsPerKey = 3;

/** One student's record of one week. */
interface Sheet {
  key: string;
  classId: number;
  teacher: string;
  week: number;
  students: { id: number }[];
}

/** Users who like, post and take attendance through the API, several at once on the same keys, and record every call. */
export class ClusterLoad {
  readonly #client: ClusterClient;
  readonly #history: History;
  readonly #random: SeededRandom;
  #classes: SchoolClass[] = [];
  #clients: Promise<void>[] = [];
  #round = { number: 0, postId: 0, sheet: undefined as Sheet | undefined };
  readonly #lastReads: (() => Promise<unknown>)[] = [];
  #isOver = false;
  /** The titles of all posts, and whether they were acknowledged. */
  readonly posts = new Map<string, 'acknowledged' | 'uncertain'>();

  constructor(client: ClusterClient, seed: number, history: History) {
    this.#client = client;
    this.#history = history;
    this.#random = new SeededRandom(seed);
  }

  async begin(): Promise<void> {
    for (const username of ['mod', 'teacher', ...likers]) await this.#client.logIn(username);
    const { body } = await this.#client.need(classes.list, { username: 'mod' });
    this.#classes = body.classes.filter((found) => found.teacher_username).slice(0, 3);
    for (const { teacher_username } of this.#classes)
      await this.#client.logIn(teacher_username as string);
    await this.beginRound();
    const each = Array.from({ length: clientsPerKey }, (_, index) => index);
    this.#clients = [
      ...likers.flatMap((user) =>
        each.map((n) => this.#repeat(`${user} ${n}`, (client) => this.#like(client, user))),
      ),
      ...each.map((n) => this.#repeat(`attendance ${n}`, (client) => this.#takeAttendance(client))),
      this.#repeat('teacher', (client) => this.#post(client)),
    ];
  }

  /** Leads all clients to new keys: the search for an order takes long with many uncertain calls. */
  async beginRound(): Promise<void> {
    const number = this.#round.number + 1;
    const fields = { title: `Vòng ${number}`, content: 'Bài để thích' };
    const created = await this.#client.need(posts.create, {
      username: 'teacher',
      key: this.#random.newKey(),
      body: fields,
    });
    const postId = created.body.id;
    await this.#client.need(posts.approve, {
      username: 'mod',
      key: this.#random.newKey(),
      params: { id: postId },
      body: {},
    });
    for (const user of likers) {
      this.#history.addKey(likeKey(user, postId), false);
      this.#lastReads.push(() => this.#readLike('last', user, postId));
    }
    const sheet = await this.#findSheet(number - 1);
    this.#history.addKey(sheet.key, null);
    this.#lastReads.push(() => this.#readSheet('last', sheet));
    this.#round = { number, postId, sheet };
  }

  async #findSheet(index: number): Promise<Sheet> {
    const { id, teacher_username: teacher } = this.#classes[
      index % this.#classes.length
    ] as SchoolClass;
    const week = limits.teachingWeeks - Math.floor(index / this.#classes.length);
    if (week <= demoWeeks) throw new Error('There are no weeks left: choose fewer faults');
    const { body } = await this.#client.need(classes.students, { username: 'mod', params: { id } });
    return {
      key: `sheet of ${id} in week ${week}`,
      classId: id,
      teacher: teacher as string,
      week,
      students: body.students,
    };
  }

  /** Ends all clients, and reads every key once more. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    for (const read of this.#lastReads) await read();
  }

  async #repeat(client: string, act: (client: string) => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      await act(client);
      await pause(intervalMs);
    }
  }

  #like(client: string, username: string): Promise<unknown> {
    const { postId } = this.#round;
    const choice = this.#random.next();
    if (choice < 0.4) return this.#readLike(client, username, postId);
    const key = likeKey(username, postId);
    const request = { username, params: { id: postId } };
    if (choice < 0.7) {
      const value = this.#random.next() < 0.5;
      const write = { kind: 'write', value } as const;
      return this.#history.record(client, key, write, async () => {
        const answer = await this.#client.send(posts.like, { ...request, body: { liked: value } });
        if (!answer) return undefined;
        return this.#client.isExpected(posts.like, answer, 200) ? write : 'nothing';
      });
    }
    return this.#history.record(client, key, { kind: 'toggle' }, async () => {
      const retried = { ...request, key: this.#random.newKey(), body: {} };
      const answer = await this.#client.sendUntilCertain(posts.like, retried);
      if (!answer || !this.#client.isExpected(posts.like, answer, 200)) return undefined;
      // A retry is told the state of now, not that after the toggle.
      return { kind: 'toggle', ...(!answer.isRetry && { value: answer.body.liked }) };
    });
  }

  #readLike(client: string, username: string, postId: number): Promise<unknown> {
    return this.#history.record(client, likeKey(username, postId), undefined, async () => {
      const answer = await this.#client.send(posts.read, { username, params: { id: postId } });
      if (!answer || !this.#client.isExpected(posts.read, answer, 200)) return undefined;
      return { kind: 'read', value: answer.body.liked };
    });
  }

  async #post(client: string): Promise<void> {
    const title = this.#random.newKey();
    const key = `post ${title}`;
    const username = 'teacher';
    this.#history.addKey(key, false);
    this.posts.set(title, 'uncertain');
    let id = 0;
    const write = { kind: 'write', value: true } as const;
    await this.#history.record(client, key, write, async () => {
      const body = { title, content: 'Tin của lớp' };
      const answer = await this.#client.sendUntilCertain(posts.create, {
        username,
        key: title,
        body,
      });
      if (!answer || !this.#client.isExpected(posts.create, answer, 201)) return undefined;
      this.posts.set(title, 'acknowledged');
      id = answer.body.id;
      return write;
    });
    if (id === 0) return;
    await this.#history.record(client, key, undefined, async () => {
      const answer = await this.#client.send(posts.read, { username, params: { id } });
      if (!answer || !this.#client.isExpected(posts.read, answer, 200, 404)) return undefined;
      return { kind: 'read', value: answer.status === 200 };
    });
  }

  async #takeAttendance(client: string): Promise<void> {
    const sheet = this.#round.sheet as Sheet;
    const { key, classId, teacher: username, week, students } = sheet;
    const seen = await this.#readSheet(client, sheet);
    if (seen === undefined || seen === 'nothing' || seen.kind !== 'read') return;
    const from = seen.value as string | null;
    const to = this.#random.newKey();
    const replace = { kind: 'replace', from, to } as const;
    const studentId = students[0]?.id as number;
    const endpoint = from === null ? attendance.save : attendance.correct;
    const body =
      from === null
        ? makeSheetInput(students, { week, absent: [studentId], note: to })
        : {
            reason: 'Ghi lại',
            records: [{ student_id: studentId, ...markOf(to), was: markOf(from) }],
          };
    await this.#history.record(client, key, replace, async () => {
      const request = { username, key: to, params: { id: classId, week }, body };
      const answer = await this.#client.sendUntilCertain<Endpoint>(endpoint, request);
      if (!answer || !this.#client.isExpected(endpoint, answer, 201, 409)) return undefined;
      if (answer.status === 201) return replace;
      // An earlier attempt may still be under way.
      return answer.isRetry ? undefined : { kind: 'mismatch', from };
    });
  }

  #readSheet(client: string, { key, classId, teacher, week, students }: Sheet) {
    return this.#history.record(client, key, undefined, async () => {
      const answer = await this.#client.send(attendance.weeks, {
        username: teacher,
        params: { id: classId },
      });
      if (!answer || !this.#client.isExpected(attendance.weeks, answer, 200)) return undefined;
      const found = answer.body.weeks.find((saved) => saved.week === week);
      const record = found?.records.find(({ student_id }) => student_id === students[0]?.id);
      return { kind: 'read', value: record?.note ?? null };
    });
  }
}

const likeKey = (username: string, postId: number) => `like of ${username} on ${postId}`;
const markOf = (note: string) => ({ status: 'absent', note, isExcused: false });
