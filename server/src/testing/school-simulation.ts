import { setTimeout as pause } from 'node:timers/promises';
import { auth } from '@lop-xanh/contract/auth';
import type { Db } from '../database/database.ts';
import { demoPassword } from '../demo/demo-accounts.ts';
import type { Action } from './action.ts';
import { type ActionKind, actionEndpointCount, SchoolActions } from './school-actions.ts';
import { SchoolClient } from './school-client.ts';

/** What each demo user does, over and over in a new order. */
const actionsByUser: Record<string, ActionKind[]> = {
  teacher: ['post', 'post', 'post', 'delete post', 'save sheet'],
  mod: ['decide', 'decide', 'decide', 'read notifications', 'import students'],
  admin: ['move student', 'move student', 'move teacher'],
  student: ['like', 'like', 'comment', 'read notifications'],
  parent: ['like', 'like', 'comment', 'read notifications'],
};
const passwordChanger = 'student2';

/** Simulates a day in the demo school through the API: many users at once, in an order set by a seed. */
export class SchoolSimulation {
  readonly #client = new SchoolClient(() => this.#wakeWaiters());
  readonly #actions: SchoolActions;
  readonly #done: { action: Action; response: unknown }[] = [];
  /** Actions without a certain outcome. */
  readonly #uncertain: Action[] = [];
  #isOver = true;
  #writers: Promise<void>[] = [];
  #waiters: (() => void)[] = [];
  #passwordCount = 0;
  readonly #passwords = { known: demoPassword, uncertain: undefined as string | undefined };

  constructor(seed: number) {
    this.#actions = new SchoolActions(seed, this.#client);
  }

  get invalidResponses(): readonly string[] {
    return this.#client.invalidResponses;
  }

  get unavailableCount(): number {
    return this.#client.unavailableCount;
  }

  /** Starts all users on this server; each performs one action at a time. */
  async begin(address: string): Promise<void> {
    this.#client.address = address;
    if (this.#client.tokens.size === 0) await this.#load();
    this.#isOver = false;
    this.#writers = [
      ...Object.entries(actionsByUser).map(([username, kinds]) => this.#live(username, kinds)),
      ...this.#actions.attendanceTeachers().map((username) => this.#live(username, ['save sheet'])),
      this.#changePasswords(),
    ];
  }

  /** Waits until `count` more actions are acknowledged. */
  async waitForActions(count: number): Promise<void> {
    for (const goal = this.#done.length + count; this.#done.length < goal; ) {
      await this.#waitForNext();
    }
  }

  async waitForEveryKind(): Promise<void> {
    const endpoints = () => new Set(this.#done.map(({ action }) => action.endpoint));
    while (endpoints().size < actionEndpointCount) await this.#waitForNext();
  }

  /** Waits for the next action; throws after an invalid response, as there may never be one. */
  async #waitForNext(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiters.push(resolve));
    if (this.invalidResponses.length === 0) return;
    await this.end();
    throw new Error(this.invalidResponses.join('\n'));
  }

  #wakeWaiters(): void {
    for (const wake of this.#waiters.splice(0)) wake();
  }

  /** Stops all users after their current action. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writers);
  }

  /** Resends the actions without a certain outcome, as a device does after losing its connection. */
  async settle(address: string): Promise<void> {
    this.#client.address = address;
    for (const action of this.#uncertain.splice(0)) {
      if (!(await this.#perform(action))) throw new Error('The outcome is still uncertain');
    }
    const { uncertain } = this.#passwords;
    if (uncertain !== undefined && (await this.#client.logIn(passwordChanger, uncertain))) {
      this.#passwords.known = uncertain;
    }
    this.#passwords.uncertain = undefined;
  }

  /** Lists the acknowledged actions that are missing from the database, or stored twice. */
  async findLostActions(db: Db): Promise<string[]> {
    const lost: string[] = [];
    for (const { action, response } of this.#done) {
      const { username, endpoint, options, isStored } = action;
      if (!(await isStored(db, response))) {
        lost.push(`${username}: ${endpoint.summary} (${options.key})`);
      }
    }
    if (!(await this.#client.logIn(passwordChanger, this.#passwords.known))) {
      lost.push(`${passwordChanger}: the changed password`);
    }
    return lost;
  }

  async #load(): Promise<void> {
    const usernames = [...Object.keys(actionsByUser), passwordChanger];
    for (const username of usernames) await this.#client.logIn(username);
    await this.#actions.load();
    for (const username of this.#actions.attendanceTeachers()) await this.#client.logIn(username);
  }

  async #live(username: string, kinds: ActionKind[]): Promise<void> {
    for (let round: ActionKind[] = []; !this.#isOver; ) {
      if (round.length === 0) round = this.#actions.shuffle(kinds);
      try {
        const action = await this.#actions.prepare(round.pop() as ActionKind, username);
        if (action) await this.#performUntilCertain(action);
        else await pause(1);
      } catch {
        // Preparing an action reads from the server, which is down.
        await pause(10);
      }
    }
  }

  async #performUntilCertain(action: Action): Promise<void> {
    while (!(await this.#perform(action))) {
      if (this.#isOver) return void this.#uncertain.push(action);
      await pause(10);
    }
  }

  /** Returns whether the outcome is certain. */
  async #perform(action: Action): Promise<boolean> {
    const token = this.#client.tokens.get(action.username);
    const response = await this.#client
      .send(action.endpoint, { ...action.options, token })
      .catch(() => undefined);
    if (!response || response.status >= 500) return false;
    if (response.status < 400) {
      action.onDone?.(response.body);
      this.#done.push({ action, response: response.body });
      this.#wakeWaiters();
    }
    return true;
  }

  /** Takes no idempotency key: without a response, `settle` tries the new password and then the old one. */
  async #changePasswords(): Promise<void> {
    while (!this.#isOver && this.#passwords.uncertain === undefined) {
      const { known } = this.#passwords;
      const next = `muaxuan${++this.#passwordCount}`;
      const token = this.#client.tokens.get(passwordChanger);
      this.#passwords.uncertain = next;
      const response = await this.#client
        .send(auth.changePassword, {
          token,
          body: { current: known, next },
        })
        .catch(() => undefined);
      if (response?.status !== 200) return;
      this.#client.tokens.set(passwordChanger, response.body.token);
      this.#passwords.known = next;
      this.#passwords.uncertain = undefined;
    }
  }
}
