import { accounts } from '@lop-xanh/contract/accounts';
import { endpoints } from '@lop-xanh/contract/api';
import { classes } from '@lop-xanh/contract/classes';
import type { Endpoint } from '@lop-xanh/contract/endpoint';
import type { FieldErrorName } from '@lop-xanh/contract/field-errors';
import { roles } from '@lop-xanh/contract/rules/roles';
import { schools } from '@lop-xanh/contract/schools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openSession } from './features/auth/sessions.service.ts';
import { expectNamedError } from './testing/error-texts.ts';
import { addSchool, addUser } from './testing/fixtures.ts';
import { makeTestApp, send } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const school_id = await addSchool(database.db);
const admin = await addUser(database, { role: 'Admin' });
const senders = {
  Admin: admin,
  Mod: await addUser(database, { role: 'Mod', school_id }),
  Teacher: await addUser(database, { role: 'Teacher', school_id }),
  Student: await addUser(database, { role: 'Student', school_id }),
  Parent: await addUser(database, { role: 'Parent', school_id }),
};

const loneSurrogate = '\ud83c';
/** Requests that create objects with an invalid name. */
const creations: [Endpoint, object][] = [
  [schools.create, { school_name: loneSurrogate }],
  [classes.create, { name: loneSurrogate, grade_id: 3, school_id }],
  [
    accounts.create,
    {
      role: 'Admin',
      username: 'nua.chu',
      password: 'muaxuan27',
      email: 'a@b.vn',
      first_name: loneSurrogate,
    },
  ],
];

test.each(creations)('$path rejects a lone surrogate', async ({ method, path }, payload) => {
  const headers = { authorization: `Bearer ${admin.token}` };
  const response = await app.inject({ method, url: path, headers, payload });
  expect(response.statusCode).toBe(400);
  expectNamedError(response.json());
});

/** Values that often cause bugs. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '%00',
    "'; drop table users; --",
    'a'.repeat(100_000),
    -1,
    0,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    '99999999999999999999',
    true,
    [],
    {},
    [[]],
    ['Admin'],
    { toString: 'x' },
    '{"__proto__":null}',
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);

/** An object with the fields of the schema, each odd or missing, and some unknown fields. */
function oddObject(schema: Endpoint['body']) {
  const shape = schema instanceof z.ZodOptional ? schema.unwrap().shape : schema?.shape;
  const fields = Object.keys(shape ?? {});
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields.map((field) => [field, oddValue])), { requiredKeys: [] }),
      fc.dictionary(
        fc.constantFrom('id', 'role', 'school_id', 'constructor', '__proto__', 'x'),
        oddValue,
      ),
    )
    .map(([known, unknown]) => ({ ...known, ...unknown }));
}

/** Shortens a value for use in a URL and replaces lone surrogates. */
function encodeForUrl(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return encodeURIComponent(Buffer.from(text.slice(0, 500)).toString());
}

function oddRequest(endpoint: Endpoint) {
  const body = fc.oneof(
    { weight: 4, arbitrary: oddObject(endpoint.body).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  );
  return fc.record({
    params: oddObject(endpoint.params),
    query: oddObject(endpoint.query),
    body,
    contentType: fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'multipart/form-data',
      '',
    ),
    token: fc.constantFrom('valid', 'none', 'odd'),
  });
}

/** A user whose bad input is not rejected because of the role. */
function findSender({ access }: Endpoint) {
  const role = roles.find((name) => access === 'anyone' || access[name]);
  return senders[role ?? 'Admin'];
}

/** The full run: `BAD_INPUTS=1000 npx vitest run bad-input`. */
const requestsPerEndpoint = Number(process.env.BAD_INPUTS ?? 75);
const seenReasons = new Set<FieldErrorName>();

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s rejects bad input with an error that names what is wrong',
  async (_, endpoint) => {
    let requests = 0;
    const sender = findSender(endpoint);
    const bearers = {
      // A new one for each request, which may end it.
      valid: () => openSession(database.db, sender.id),
      none: async () => '',
      odd: async () => 'khong-phai-token',
    };
    await fc.assert(
      fc.asyncProperty(
        oddRequest(endpoint),
        async ({ params, query, body, contentType, token }) => {
          requests += 1;
          const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (__, name) =>
            encodeForUrl(params[name]),
          );
          const search = Object.entries(query).map(
            ([key, value]) => `${key}=${encodeForUrl(value)}`,
          );
          const bearer = await bearers[token]();
          const response = await send(app, endpoint, {
            method: endpoint.method,
            url: `${path}?${search.join('&')}`,
            headers: {
              authorization: `Bearer ${bearer}`,
              ...(endpoint.method !== 'GET' && { 'content-type': contentType }),
            },
            ...(endpoint.method !== 'GET' && { payload: body }),
          });
          expect(response.statusCode).toBeLessThan(500);
          if (response.statusCode < 400) return;
          for (const { reason } of expectNamedError(response.json()).issues ?? [])
            seenReasons.add(reason);
        },
      ),
      { seed: 20_261_115, numRuns: requestsPerEndpoint },
    );
    expect(requests).toBeGreaterThanOrEqual(requestsPerEndpoint);
  },
);

test('the bad input was bad in many ways', () => {
  expect([...seenReasons]).toEqual(
    expect.arrayContaining([
      'required',
      'wrong_type',
      'too_long',
      'not_a_number',
      'not_a_whole_number',
      'number_too_small',
      'number_not_above',
      'number_too_large',
      'invalid_choice',
      'invalid_format',
      'invalid_input',
      'invalid_cursor',
    ]),
  );
});
