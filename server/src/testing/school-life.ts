import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import type { Db } from '../database/database.ts';
import { demoPassword } from '../demo/demo-accounts.ts';
import type { Act } from './act.ts';
import { endpointsOfActs, type Kind, SchoolActions } from './school-actions.ts';
import { SchoolCalls } from './school-calls.ts';

/** What each of the demo's people does, again and again in another order. */
const work: Record<string, Kind[]> = {
  teacher: ['post', 'post', 'post', 'remove post', 'take roll'],
  mod: ['decide', 'decide', 'decide', 'read news', 'import students'],
  admin: ['move student', 'move student', 'move teacher'],
  student: ['like', 'like', 'comment', 'read news'],
  parent: ['like', 'like', 'comment', 'read news'],
};
const studentWithPasswords = 'student2';

/** Everyday life in the demo's school, through the API alone: many people at once, in an order that a seed gives. */
export class SchoolLife {
  readonly #calls = new SchoolCalls(() => this.#tell());
  readonly #acts: SchoolActions;
  readonly #done: { act: Act; answer: unknown }[] = [];
  readonly #open: Act[] = [];
  #isOver = true;
  #writers: Promise<void>[] = [];
  #heard: (() => void)[] = [];
  #passwordsMade = 0;
  readonly #passwords = { known: demoPassword, perhaps: undefined as string | undefined };

  constructor(seed: number) {
    this.#acts = new SchoolActions(seed, this.#calls);
  }

  get untrue(): readonly string[] {
    return this.#calls.untrue;
  }

  get turnedAway(): number {
    return this.#calls.turnedAway;
  }

  /** Lets everybody act on this server, one thing after the other for each of them. */
  async begin(address: string): Promise<void> {
    this.#calls.address = address;
    if (this.#calls.tokens.size === 0) await this.#getToKnow();
    this.#isOver = false;
    this.#writers = [
      ...Object.entries(work).map(([who, kinds]) => this.#live(who, kinds)),
      ...this.#acts.rollCallers().map((who) => this.#live(who, ['take roll'])),
      this.#changePasswords(),
    ];
  }

  /** Waits until so many more acts are acknowledged. */
  async passed(count: number): Promise<void> {
    for (const goal = this.#done.length + count; this.#done.length < goal; ) await this.#hear();
  }

  /** Waits until there was one of every kind. */
  async passedAll(): Promise<void> {
    const endpoints = () => new Set(this.#done.map(({ act }) => act.endpoint));
    while (endpoints().size < endpointsOfActs) await this.#hear();
  }

  /** Waits for the next act; after an untrue answer there may never be one. */
  async #hear(): Promise<void> {
    await new Promise<void>((resolve) => this.#heard.push(resolve));
    if (this.untrue.length === 0) return;
    await this.end();
    throw new Error(this.untrue.join('\n'));
  }

  #tell(): void {
    for (const hear of this.#heard.splice(0)) hear();
  }

  /** Lets everybody finish what they are at. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writers);
  }

  /** Sends again what got no certain answer, as a device does that was cut off. */
  async settle(address: string): Promise<void> {
    this.#calls.address = address;
    for (const act of this.#open.splice(0)) {
      if (!(await this.#perform(act))) throw new Error('The server gives no certain answer');
    }
    const { perhaps } = this.#passwords;
    if (perhaps !== undefined && (await this.#calls.logIn(studentWithPasswords, perhaps))) {
      this.#passwords.known = perhaps;
    }
    this.#passwords.perhaps = undefined;
  }

  /** Names the acts that were acknowledged and are not there, or there twice. */
  async findLost(db: Db): Promise<string[]> {
    const lost: string[] = [];
    for (const { act, answer } of this.#done) {
      const { who, endpoint, sent, isThere } = act;
      if (!(await isThere(db, answer))) lost.push(`${who}: ${endpoint.summary} (${sent.key})`);
    }
    if (!(await this.#calls.logIn(studentWithPasswords, this.#passwords.known))) {
      lost.push(`${studentWithPasswords}: the changed password`);
    }
    return lost;
  }

  async #getToKnow(): Promise<void> {
    const people = [...Object.keys(work), studentWithPasswords];
    for (const who of people) await this.#calls.logIn(who);
    await this.#acts.getToKnow();
    for (const who of this.#acts.rollCallers()) await this.#calls.logIn(who);
  }

  async #live(who: string, kinds: Kind[]): Promise<void> {
    for (let round: Kind[] = []; !this.#isOver; ) {
      if (round.length === 0) round = this.#acts.shuffled(kinds);
      try {
        const act = await this.#acts.prepare(round.pop() as Kind, who);
        if (act) await this.#performInTurn(act);
        else await pause(1);
      } catch {
        // What an act begins with could not be read: the server is away.
        await pause(10);
      }
    }
  }

  /** Nobody goes on before it is certain what became of their act. */
  async #performInTurn(act: Act): Promise<void> {
    while (!(await this.#perform(act))) {
      if (this.#isOver) return void this.#open.push(act);
      await pause(10);
    }
  }

  /** Whether the answer is certain. */
  async #perform(act: Act): Promise<boolean> {
    const token = this.#calls.tokens.get(act.who);
    const answer = await this.#calls
      .ask(act.endpoint, { ...act.sent, token })
      .catch(() => undefined);
    if (!answer || answer.status >= 500) return false;
    if (answer.status < 400) {
      act.onDone?.(answer.body);
      this.#done.push({ act, answer: answer.body });
      this.#tell();
    }
    return true;
  }

  /** Without a key: whoever got no answer tries the new password, and then the old one. */
  async #changePasswords(): Promise<void> {
    while (!this.#isOver && this.#passwords.perhaps === undefined) {
      const { known } = this.#passwords;
      const next = `matkhau${++this.#passwordsMade}`;
      const token = this.#calls.tokens.get(studentWithPasswords);
      this.#passwords.perhaps = next;
      const answer = await this.#calls
        .ask(auth.changePassword, {
          token,
          body: { current: known, next },
        })
        .catch(() => undefined);
      if (answer?.status !== 200) return;
      this.#calls.tokens.set(studentWithPasswords, answer.body.token);
      this.#passwords.known = next;
      this.#passwords.perhaps = undefined;
    }
  }
}
