import { accounts } from '@lop-xanh/contract/accounts';
import { endpoints } from '@lop-xanh/contract/api';
import { classes } from '@lop-xanh/contract/classes';
import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { errorResponse } from '@lop-xanh/contract/errors';
import { schools } from '@lop-xanh/contract/schools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openSession } from './http/authentication.ts';
import { addSchool, addUser } from './testing/people.ts';
import { makeTestApp, send } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const admin = await addUser(database, { role: 'Admin' });

/** What creates each kind of thing, with a name that is half of an emoji. */
const half = '\ud83c';
const named: [Endpoint, object][] = [
  [schools.create, { school_name: half }],
  [classes.create, { name: half, grade_id: 3, school_id: await addSchool(database.db) }],
  [
    accounts.create,
    {
      role: 'Admin',
      username: 'nua.chu',
      password: 'matkhau123',
      email: 'a@b.vn',
      first_name: half,
    },
  ],
];

test.each(named)('half a character is refused by $path', async ({ method, path }, payload) => {
  const headers = { authorization: `Bearer ${admin.token}` };
  const response = await app.inject({ method, url: path, headers, payload });
  expect(response.statusCode).toBe(400);
  errorResponse.parse(response.json());
});

/** Values that programs stumble over. */
const odd = fc.oneof(
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

/** An object with the schema's own fields, each of them odd or missing, and strangers beside them. */
function oddObject(schema: Endpoint['body']) {
  const shape = schema instanceof z.ZodOptional ? schema.unwrap().shape : schema?.shape;
  const fields = Object.keys(shape ?? {});
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields.map((field) => [field, odd])), { requiredKeys: [] }),
      fc.dictionary(
        fc.constantFrom('id', 'role', 'school_id', 'constructor', '__proto__', 'x'),
        odd,
      ),
    )
    .map(([own, strange]) => ({ ...own, ...strange }));
}

/** As it would stand in an address: cut to a possible length, and without half characters. */
function inAddress(value: unknown): string {
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

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s never breaks on bad input',
  async (_, endpoint) => {
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(
        oddRequest(endpoint),
        async ({ params, query, body, contentType, token }) => {
          calls += 1;
          const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (__, name) =>
            inAddress(params[name]),
          );
          const search = Object.entries(query).map(([key, value]) => `${key}=${inAddress(value)}`);
          const bearer = {
            valid: await openSession(database.db, admin.id),
            none: '',
            odd: 'khong-phai-token',
          }[token];
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
          if (response.statusCode >= 400) errorResponse.parse(response.json());
        },
      ),
      { seed: 20_261_115, numRuns: 150 },
    );
    expect(calls).toBeGreaterThanOrEqual(150);
  },
);
