import { Readable } from 'node:stream';
import { endpoints } from '@lop-xanh/contract/api';
import type { Endpoint, Withheld } from '@lop-xanh/contract/endpoint';
import { errorResponse } from '@lop-xanh/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { openSession } from './http/authentication.ts';
import { urlSigner } from './storage/signed-urls.ts';
import { rowsOf, rowsOfFiles } from './testing/access-expectations.ts';
import {
  type EndpointName,
  type Given,
  type Row,
  reaches,
  type Who,
  whos,
} from './testing/access-rows.ts';
import { thingsNamedBy } from './testing/named-things.ts';
import {
  addThumbnail,
  addTwoSchools,
  sessionIdOf,
  type TestUser,
  type TwoSchools,
} from './testing/people.ts';
import { encodeForm } from './testing/send-form.ts';
import { makeTestStorage, request, testConfig } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
const rateLimits = { perUser: 1e9, perAddress: 1e9 };
const app = await buildApp({ config: testConfig, database, storage, rateLimits });
afterAll(() => app.close());

/** What is read may be read by all of them in turn; a write has two schools of its own. */
const read = await makeWorld();

const nameOf = ({ method, path }: Endpoint): EndpointName => `${method} ${path}`;

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (name, endpoint) => {
    const isWrite = endpoint.method !== 'GET';
    const needsRows = Boolean(endpoint.params || endpoint.body || endpoint.query);
    const rows = rowsOf[name] ?? (needsRows ? [] : [{ about: 'as it is', expect: {} }]);
    let world = read;
    beforeAll(async () => {
      if (isWrite) world = await makeWorld();
    });

    test('has its rows of expectation, four for each thing that it names', () => {
      expect(rows.length).toBeGreaterThan(0);
      const wanted = thingsNamedBy(endpoint).flatMap((field) =>
        reaches.map((reach) => `${field}: ${reach}`),
      );
      const there = rows.flatMap(({ names }) => (names ? `${names.field}: ${names.reach}` : []));
      expect(there.toSorted()).toEqual(wanted.toSorted());
    });

    test.each(requestsOf(rows))('%s', async (_, row) => {
      const answers = await inTurn(whos, isWrite, (who) => ask(world, endpoint, row, who));
      const statuses = answers.map(({ status }) => status);
      const wanted = whos.map((who) => expected(endpoint, row, who));
      expect(named(statuses)).toEqual(named(wanted));
      for (const [at, { status, body }] of answers.entries()) {
        const who = whos[at] as Who;
        if (status >= 400) expectRefusal(body, { status, who });
        else expectFields(body, endpoint, row, who);
      }
    });

    if (!isWrite) return;
    const attemptThatIsDone = () => {
      const attempts = rows.flatMap((row) => whos.map((who) => ({ row, who })));
      const isDone = ({ row, who }: Attempt) => !row.why && expected(endpoint, row, who) < 300;
      return attempts.find(isDone) as Attempt;
    };
    test(`takes ${endpoint.withoutKey ? 'no' : 'an'} Idempotency-Key`, async () => {
      const { row, who } = attemptThatIsDone();
      const { body } = await ask(world, endpoint, row, who, { 'idempotency-key': 'no word' });
      const paths = (body.issues ?? []).map(({ path }: { path: string }) => path);
      expect(paths.includes('Idempotency-Key')).toBe(!endpoint.withoutKey);
    });
    if (endpoint.withoutKey) return;
    test('answers a repeated request, of which no words are stored', async () => {
      const { row, who } = attemptThatIsDone();
      const input = await inputOf(await makeWorld(), endpoint, row, who, {
        'idempotency-key': `again ${name}`.replaceAll(' ', '-'),
      });
      const first = await request(app, endpoint, input);
      const again = await request(app, endpoint, input);
      expect([first.status, again.status]).toEqual(Array(2).fill(endpoint.status ?? 200));
      const { rows: stored } = await sql<{ reference: Record<string, unknown> }>`
        select reference from idempotency_keys order by created_at desc limit 1`.execute(db);
      const { file = '', ...numbers } = stored[0]?.reference ?? {};
      expect(file).toMatch(/^([\w-]+\/[\w-]+\.webp)?$/);
      expect(Object.values(numbers).filter((one) => typeof one !== 'number')).toEqual([]);
    });
  },
);

test('no row of expectation is for an endpoint that does not exist', () => {
  const names = endpoints.map(nameOf);
  expect(Object.keys(rowsOf).filter((name) => !names.includes(name as EndpointName))).toEqual([]);
});

/** Whatever is withheld from some was told to others: else nothing was seen to be withheld. */
test('what some are not told, others are', () => {
  const wanted = endpoints.flatMap((endpoint) =>
    (endpoint.withheld ?? []).flatMap(({ fields }) => fields),
  );
  expect(wanted.length).toBeGreaterThan(10);
  expect([...told].toSorted()).toEqual([...new Set(wanted)].toSorted());
});

describe.each(Object.entries(rowsOfFiles))('a file under %s', (path, rows) => {
  const sign = urlSigner(database);
  test.each(requestsOf(rows))('%s', async (_, row) => {
    const statuses = await inTurn(whos, true, async (who) => {
      const given = givenTo(read, who);
      const { params } = (await row.request?.(given)) ?? {};
      const name = String(params?.name);
      const address = `${path}${name}`;
      if (row.names?.reach !== 'missing') await storage.write(name, Readable.from(['ảnh']));
      const session_id = await sessionIdOf(db, given.me.token);
      const url = who === 'logged out' ? address : (await sign()).sign(address, { session_id });
      return (await app.inject({ url })).statusCode;
    });
    const mayHave = { ...row.expect, 'logged out': 403, inactive: 403, 'must change': 403 };
    expect(named(statuses)).toEqual(named(whos.map((who) => mayHave[who] ?? 200)));
  });
});

/** Two schools in which everybody has all that may be told of them. */
async function makeWorld(): Promise<TwoSchools> {
  const world = await addTwoSchools(database);
  const schoolIds = [world.ours.schoolId, world.theirs.schoolId];
  await sql`
    update users set email = 'an@example.vn', phone = '0912 345 678', parent_name = 'Mẹ An',
                     identifier_code = 'HS' || id
    where school_id = any(${schoolIds})`.execute(db);
  await sql`
    insert into class_history (school_id, user_id, role, first_name, last_name,
                               to_class_id, to_class_name, changed_by_username)
    select person.school_id, person.id, role, first_name, last_name, class.id, class.name, 'admin'
    from users person join classes class on class.id = person.class_id
    where person.school_id = any(${schoolIds})`.execute(db);
  const thumbnail = await addThumbnail(db);
  await db.updateTable('lesson_weeks').set({ thumbnail }).execute();
  return world;
}

/** The rows that can be asked for, each with its name. */
function requestsOf(rows: Row[]): [string, Row][] {
  return rows.flatMap((row): [string, Row][] => (row.why ? [] : [[row.about, row]]));
}

interface Attempt {
  row: Row;
  who: Who;
}

/** One after the other where they may stand in each other's way, else all at once. */
async function inTurn<T>(
  people: readonly Who[],
  isOneByOne: boolean,
  act: (who: Who) => Promise<T>,
): Promise<T[]> {
  if (!isOneByOne) return Promise.all(people.map(act));
  const done: T[] = [];
  for (const who of people) done.push(await act(who));
  return done;
}

const named = (statuses: number[]) =>
  Object.fromEntries(whos.map((who, at) => [who, statuses[at]]));

function givenTo(world: TwoSchools, who: Who): Given {
  const { ours } = world;
  const people: Record<Who, TestUser> = {
    // Whom a visitor without a session would be, were there one.
    'logged out': ours.teacher,
    Student: ours.student,
    Parent: ours.parent,
    Teacher: ours.teacher,
    Mod: ours.mod,
    Admin: world.admin,
    inactive: world.inactive,
    'must change': world.mustChange,
  };
  return { ...world, db, me: people[who] };
}

async function ask(...args: Parameters<typeof inputOf>) {
  const [, endpoint] = args;
  return request(app, endpoint, await inputOf(...args));
}

async function inputOf(
  world: TwoSchools,
  endpoint: Endpoint,
  row: Row,
  who: Who,
  headers: Record<string, string> = {},
): Promise<never> {
  const given = givenTo(world, who);
  const { params, query = {}, body, form } = (await row.request?.(given)) ?? {};
  const encoded = form && (await encodeForm(form));
  // A write may end the session it was made with, or all of somebody's.
  const isSafe = endpoint.method === 'GET';
  const token = isSafe ? given.me.token : await openSession(db, given.me.id);
  return {
    params,
    query: Object.fromEntries(
      Object.entries(query).map(([field, value]) => [field, String(value)]),
    ),
    body: encoded?.payload ?? body,
    headers: { ...headers, ...encoded?.headers },
    token: who === 'logged out' ? undefined : token,
  } as never;
}

/** What the declared access says, unless it lets them in and the row knows better. */
function expected({ access, whilePasswordMustChange, status = 200 }: Endpoint, row: Row, who: Who) {
  const special = row.expect[who];
  if (access === 'anyone') return special ?? status;
  if (who === 'logged out' || who === 'inactive') return 401;
  if (who === 'must change') return whilePasswordMustChange ? (special ?? status) : 403;
  return access[who] ? (special ?? status) : 403;
}

/** A refusal has its words and code, and tells nothing else. */
function expectRefusal(body: unknown, { status, who }: { status: number; who: Who }) {
  const { code, requestId } = errorResponse.strict().parse(body);
  expect(requestId).toBeUndefined();
  if (status === 403) {
    expect(code).toBe(who === 'must change' ? 'password_change_required' : 'forbidden');
  }
}

const told = new Set<string>();

/** That no field is there beside the declared ones, `call` has seen to. */
function expectFields(
  body: Record<string, unknown>,
  { withheld = [] }: Endpoint,
  { empty }: Row,
  who: Who,
) {
  for (const part of withheld) {
    const isFrom = (part.from as readonly string[]).includes(who);
    const filled = filledFields(body, part);
    if (isFrom) expect(filled).toEqual([]);
    else for (const field of filled) told.add(field);
  }
  if (empty) {
    const list = body[empty.list] as unknown[];
    expect(list.length === 0).toBe(empty.for.includes(who));
  }
}

/** Which of the withheld fields have something in them. */
function filledFields(body: unknown, { of = '', where = {}, fields }: Withheld): string[] {
  let objects = [body] as Record<string, unknown>[];
  for (const step of of.split('.').filter(Boolean)) {
    objects = objects.flatMap((object) => object[step] as Record<string, unknown>[]);
  }
  const meant = objects.filter((object) =>
    Object.entries(where).every(([field, value]) => object[field] === value),
  );
  const isFilled = (value: unknown) =>
    value !== undefined && value !== null && value !== '' && String(value) !== '';
  return fields.filter((field) => meant.some((object) => isFilled(object[field])));
}
