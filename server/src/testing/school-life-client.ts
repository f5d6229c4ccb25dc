import assert from 'node:assert/strict';
import { type AccountEdit, accounts } from '@lop-xanh/contract/accounts';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import type { Endpoint, InputOf } from '@lop-xanh/contract/endpoint';
import { createRandom, pick } from '@lop-xanh/contract/testing/random';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { openSession } from '../features/auth/sessions.service.ts';
import type { TestUser } from './fixtures.ts';
import type { ModelClass, ModelSchool, ModelUser } from './school-memberships.ts';
import { SchoolModel } from './school-model.ts';
import { request } from './test-app.ts';

/** The school has nobody and nothing for a random action now. */
export class ImpossibleAction extends Error {}

export function requirePossible(isPossible: boolean): asserts isPossible {
  if (!isPossible) throw new ImpossibleAction();
}

/** What a start changes, but for versions, by table. */
export type StartRows = Map<string, string[]>;

export interface LifeContext {
  database: Database;
  app: FastifyInstance;
  admin: TestUser;
}

/** Picks who acts from the model, and sends the requests; each must succeed. */
export class SchoolLifeClient {
  readonly model = new SchoolModel();
  readonly database;
  readonly app;
  readonly admin;
  readonly random;
  /** For names that are unique in this life. */
  actionNumber = 0;
  /** The last action, if it was the start of a year, and the rows of before. */
  lastStart: { school: ModelSchool; rowsBefore: StartRows } | undefined;

  constructor({ database, app, admin }: LifeContext, seed: number) {
    this.database = database;
    this.app = app;
    this.random = createRandom(seed);
    this.admin = admin;
  }

  pickFrom<T>(list: readonly T[]): T {
    requirePossible(list.length > 0);
    return pick(this.random, list);
  }

  pickSchool(): ModelSchool {
    return this.pickFrom(this.model.schools);
  }

  pickClass(matches: (schoolClass: ModelClass) => boolean = () => true): ModelClass {
    const found = this.model.schools.flatMap((school) => this.model.listClasses(school));
    return this.pickFrom(found.filter(matches));
  }

  /** A class of the school, or none. */
  pickTarget(school: ModelSchool): ModelClass | null {
    return this.pickFrom([...this.model.listClasses(school), null]);
  }

  pickUser(matches: (user: ModelUser) => boolean = () => true): ModelUser {
    return this.pickFrom(this.model.users.filter((user) => !user.isDeleted && matches(user)));
  }

  /** One who has not left. */
  pickStudent(): ModelUser {
    return this.pickUser(({ role, hasLeft }) => role === 'Student' && !hasLeft);
  }

  async asUser<const E extends Endpoint>({ id }: ModelUser, endpoint: E, input: InputOf<E>) {
    return this.send(await openSession(this.database.db, id), endpoint, input);
  }

  asMod<const E extends Endpoint>(
    { mod }: ModelSchool,
    endpoint: E,
    input: InputOf<E>,
    status?: number,
  ) {
    return this.send(mod.token, endpoint, input, status);
  }

  asAdmin<const E extends Endpoint>(endpoint: E, input: InputOf<E>) {
    return this.send(this.admin.token, endpoint, input);
  }

  /** Returns the body. */
  async send<const E extends Endpoint>(
    token: string,
    endpoint: E,
    input: InputOf<E>,
    expectedStatus: number = endpoint.status ?? 200,
  ) {
    const { status, body } = await request(this.app, endpoint, { ...input, token });
    assert.equal(status, expectedStatus, describe(endpoint, input, { status, body }));
    return body;
  }

  /** Sends two requests at once, one of which is rejected. Returns the input of the other. */
  async compete<const E extends Endpoint>(
    { token }: TestUser,
    endpoint: E,
    inputs: [InputOf<E>, InputOf<E>],
  ): Promise<InputOf<E>> {
    const responses = await Promise.all(
      inputs.map((input) => request(this.app, endpoint, { ...input, token })),
    );
    const results = responses.map(({ status, body }) => ({ status, body }));
    const statuses = results.map(({ status }) => status);
    const success = endpoint.status ?? 200;
    assert.deepEqual(
      new Set(statuses),
      new Set([success, 409]),
      describe(endpoint, inputs, results),
    );
    return inputs[statuses.indexOf(success)] as InputOf<E>;
  }

  editUser({ id }: ModelUser, body: AccountEdit) {
    return this.asAdmin(accounts.edit, { params: { id }, body });
  }

  async listClasses(school: ModelSchool): Promise<SchoolClass[]> {
    const { classes: found } = await this.asMod(school, classes.list, {});
    return found as SchoolClass[];
  }

  async readClass({ id, school }: ModelClass): Promise<SchoolClass> {
    return (await this.listClasses(school)).find((found) => found.id === id) as SchoolClass;
  }
}

function describe({ method, path }: Endpoint, input: unknown, response: unknown): string {
  return `${method} ${path} ${JSON.stringify(input)}: ${JSON.stringify(response)}`;
}
