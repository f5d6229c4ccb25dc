import { Readable } from 'node:stream';
import { endpoints } from '@lop-xanh/contract/api';
import type { Endpoint, WithheldFields } from '@lop-xanh/contract/endpoint';
import { errorResponse } from '@lop-xanh/contract/errors';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from './app.ts';
import { openSession } from './features/auth/sessions.service.ts';
import { createSignerLoader } from './storage/signed-urls.ts';
import { accessRows, fileAccessRows } from './testing/access-expectations.ts';
import {
  type EndpointName,
  ownerships,
  type Requester,
  type Row,
  type RowContext,
  requesters,
} from './testing/access-rows.ts';
import {
  addThumbnail,
  addTwoSchools,
  findSessionId,
  type TestUser,
  type TwoSchools,
} from './testing/fixtures.ts';
import { listResourceFields } from './testing/resource-fields.ts';
import { encodeForm } from './testing/send-form.ts';
import { makeTestStorage, request, testConfig } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
const rateLimits = { perUser: 1e9, perAddress: 1e9 };
const app = await buildApp({ config: testConfig, database, storage, rateLimits });
afterAll(() => app.close());

/** Reads share one world; each write endpoint gets a world of its own. */
const sharedWorld = await makeWorld();

const formatName = ({ method, path }: Endpoint): EndpointName => `${method} ${path}`;

describe.each(endpoints.map((endpoint) => [formatName(endpoint), endpoint] as const))(
  '%s',
  (name, endpoint) => {
    const isWrite = endpoint.method !== 'GET';
    const needsRows = Boolean(endpoint.params || endpoint.body || endpoint.query);
    const rows =
      accessRows[name] ?? (needsRows ? [] : [{ description: 'without input', expect: {} }]);
    let world = sharedWorld;
    beforeAll(async () => {
      if (isWrite) world = await makeWorld();
    });

    test('has expectations, four for each object that it names', () => {
      expect(rows.length).toBeGreaterThan(0);
      const required = listResourceFields(endpoint).flatMap((field) =>
        ownerships.map((ownership) => `${field}: ${ownership}`),
      );
      const present = rows.flatMap(({ names }) =>
        names ? `${names.field}: ${names.ownership}` : [],
      );
      expect(present.toSorted()).toEqual(required.toSorted());
    });

    test.each(listRequests(rows))('%s', async (_, row) => {
      const responses = await requestAsEach(requesters, isWrite, (requester) =>
        sendAs(world, endpoint, row, requester),
      );
      const statuses = responses.map(({ status }) => status);
      const expected = requesters.map((requester) => getExpectedStatus(endpoint, row, requester));
      expect(labelStatuses(statuses)).toEqual(labelStatuses(expected));
      for (const [index, { status, body }] of responses.entries()) {
        const requester = requesters[index] as Requester;
        if (status >= 400) expectError(body, { status, requester });
        else expectFields(body, endpoint, row, requester);
      }
    });

    if (!isWrite) return;
    const findSuccessfulAttempt = () => {
      const attempts = rows.flatMap((row) => requesters.map((requester) => ({ row, requester })));
      const isSuccessful = ({ row, requester }: Attempt) =>
        !row.skipReason && getExpectedStatus(endpoint, row, requester) < 300;
      return attempts.find(isSuccessful) as Attempt;
    };
    test(`accepts ${endpoint.withoutIdempotencyKey ? 'no' : 'an'} Idempotency-Key`, async () => {
      const { row, requester } = findSuccessfulAttempt();
      const { body } = await sendAs(world, endpoint, row, requester, {
        'idempotency-key': 'not valid',
      });
      const paths = (body.issues ?? []).map(({ path }: { path: string }) => path);
      expect(paths.includes('Idempotency-Key')).toBe(!endpoint.withoutIdempotencyKey);
    });
    if (endpoint.withoutIdempotencyKey) return;
    test('responds to a retried request, of which no content is stored', async () => {
      const { row, requester } = findSuccessfulAttempt();
      const input = await createInput(await makeWorld(), endpoint, row, requester, {
        'idempotency-key': `again ${name}`.replaceAll(' ', '-'),
      });
      const first = await request(app, endpoint, input);
      const again = await request(app, endpoint, input);
      expect([first.status, again.status]).toEqual(Array(2).fill(endpoint.status ?? 200));
      const [reference = {}] = await db.values(
        z.record(z.string(), z.unknown()),
        sql`select reference from idempotency_keys order by created_at desc limit 1`,
      );
      const { file = '', ...numbers } = reference;
      expect(file).toMatch(/^([\w-]+\/[\w-]+\.webp)?$/);
      expect(Object.values(numbers).filter((value) => typeof value !== 'number')).toEqual([]);
    });
  },
);

test('every expectation belongs to an existing endpoint', () => {
  const names = endpoints.map(formatName);
  expect(Object.keys(accessRows).filter((name) => !names.includes(name as EndpointName))).toEqual(
    [],
  );
});

/** Otherwise the check that a field is withheld would prove nothing. */
test('every field withheld from some roles was returned to others', () => {
  const withheldFields = endpoints.flatMap((endpoint) =>
    (endpoint.withheld ?? []).flatMap(({ fields }) => fields),
  );
  expect(withheldFields.length).toBeGreaterThan(10);
  expect([...returnedFields].toSorted()).toEqual([...new Set(withheldFields)].toSorted());
});

describe.each(Object.entries(fileAccessRows))('a file under %s', (path, rows) => {
  const loadSigner = createSignerLoader(database.db);
  test.each(listRequests(rows))('%s', async (_, row) => {
    const statuses = await requestAsEach(requesters, true, async (requester) => {
      const context = createContext(sharedWorld, requester);
      const { params } = (await row.request?.(context)) ?? {};
      const name = String(params?.name);
      const fileUrl = `${path}${name}`;
      if (row.names?.ownership !== 'missing') await storage.write(name, Readable.from(['ảnh']));
      const session_id = await findSessionId(db, context.me.token);
      const url =
        requester === 'logged out' ? fileUrl : (await loadSigner()).sign(fileUrl, { session_id });
      return (await app.inject({ url })).statusCode;
    });
    const expected = { ...row.expect, 'logged out': 403, inactive: 403, 'must change': 403 };
    expect(labelStatuses(statuses)).toEqual(
      labelStatuses(requesters.map((requester) => expected[requester] ?? 200)),
    );
  });
});

/** Two schools in which every field of every user is filled. */
async function makeWorld(): Promise<TwoSchools> {
  const world = await addTwoSchools(database);
  const schoolIds = [world.ours.schoolId, world.theirs.schoolId];
  await db.run(sql`
    update users set email = 'an@example.vn', phone = '0912 345 678', parent_name = 'Mẹ An',
                     identifier_code = 'HS' || id
    where school_id = any(${schoolIds})`);
  const thumbnail = await addThumbnail(db);
  await db.run(sql`update lesson_weeks set thumbnail = ${thumbnail}`);
  return world;
}

/** The rows that can be requested, each with its name. */
function listRequests(rows: Row[]): [string, Row][] {
  return rows.flatMap((row): [string, Row][] => (row.skipReason ? [] : [[row.description, row]]));
}

interface Attempt {
  row: Row;
  requester: Requester;
}

/** Sends the requests one after another if they may interfere, otherwise all at once. */
async function requestAsEach<T>(
  users: readonly Requester[],
  isSequential: boolean,
  send: (requester: Requester) => Promise<T>,
): Promise<T[]> {
  if (!isSequential) return Promise.all(users.map(send));
  const results: T[] = [];
  for (const requester of users) results.push(await send(requester));
  return results;
}

const labelStatuses = (statuses: number[]) =>
  Object.fromEntries(requesters.map((requester, index) => [requester, statuses[index]]));

function createContext(world: TwoSchools, requester: Requester): RowContext {
  const { ours } = world;
  const users: Record<Requester, TestUser> = {
    // Only fills in the input; the request is sent without a session.
    'logged out': ours.teacher,
    Student: ours.student,
    Parent: ours.parent,
    Teacher: ours.teacher,
    Mod: ours.mod,
    Admin: world.admin,
    inactive: world.inactive,
    'must change': world.mustChange,
  };
  return { ...world, db, me: users[requester] };
}

async function sendAs(...args: Parameters<typeof createInput>) {
  const [, endpoint] = args;
  return request(app, endpoint, await createInput(...args));
}

async function createInput(
  world: TwoSchools,
  endpoint: Endpoint,
  row: Row,
  requester: Requester,
  headers: Record<string, string> = {},
): Promise<never> {
  const context = createContext(world, requester);
  const { params, query = {}, body, form } = (await row.request?.(context)) ?? {};
  const encoded = form && (await encodeForm(form));
  // A write may end its own session, or all sessions of a user.
  const isSafe = endpoint.method === 'GET';
  const token = isSafe ? context.me.token : await openSession(db, context.me.id);
  return {
    params,
    query: Object.fromEntries(
      Object.entries(query).map(([field, value]) => [field, String(value)]),
    ),
    body: encoded?.payload ?? body,
    headers: { ...headers, ...encoded?.headers },
    token: requester === 'logged out' ? undefined : token,
  } as never;
}

/** By the declared access, unless that allows the request and the row expects something else. */
function getExpectedStatus(
  { access, allowedDuringSetup, status = 200 }: Endpoint,
  row: Row,
  requester: Requester,
) {
  const special = row.expect[requester];
  if (access === 'anyone') return special ?? status;
  if (requester === 'logged out' || requester === 'inactive') return 401;
  if (requester === 'must change') return allowedDuringSetup ? (special ?? status) : 403;
  return access[requester] ? (special ?? status) : 403;
}

/** An error has a message and a code, and reveals nothing else. */
function expectError(
  body: unknown,
  { status, requester }: { status: number; requester: Requester },
) {
  const { code, requestId } = errorResponse.strict().parse(body);
  expect(requestId).toBeUndefined();
  if (status === 403) {
    expect(code).toBe(requester === 'must change' ? 'password_change_required' : 'forbidden');
  }
}

const returnedFields = new Set<string>();

/** `request` has already checked that there are no undeclared fields. */
function expectFields(
  body: Record<string, unknown>,
  { withheld = [] }: Endpoint,
  { empty }: Row,
  requester: Requester,
) {
  for (const part of withheld) {
    const isWithheld = (part.from as readonly string[]).includes(requester);
    const filled = findFilledFields(body, part);
    if (isWithheld) expect(filled).toEqual([]);
    else for (const field of filled) returnedFields.add(field);
  }
  if (empty) {
    const list = body[empty.list] as unknown[];
    expect(list.length === 0).toBe(empty.for.includes(requester));
  }
}

/** The withheld fields that have a value. */
function findFilledFields(
  body: unknown,
  { of = '', where = {}, fields }: WithheldFields,
): string[] {
  let objects = [body] as Record<string, unknown>[];
  for (const step of of.split('.').filter(Boolean)) {
    objects = objects.flatMap((object) => object[step] as Record<string, unknown>[]);
  }
  const matching = objects.filter((object) =>
    Object.entries(where).every(([field, value]) => object[field] === value),
  );
  const isFilled = (value: unknown) =>
    value !== undefined && value !== null && value !== '' && String(value) !== '';
  return fields.filter((field) => matching.some((object) => isFilled(object[field])));
}
