import { audit } from '@lop-xanh/contract/audit';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import { expect, test } from 'vitest';
import { addClass, addSchool, addUser, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { createYearClient } from '../../testing/year-client.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const admin = await addUser(database, { role: 'Admin' });

async function addEmptySchool() {
  const schoolId = await addSchool(db);
  return { schoolId, mod: await addUser(database, { role: 'Mod', school_id: schoolId }) };
}
const generate = ({ token }: TestUser, body: object) =>
  request(app, classes.generate, { token, body: body as never });
const listNames = (body: { classes: SchoolClass[] }) => body.classes.map(({ name }) => name);

test('every grade gets every letter, and what exists stays as it is', async () => {
  const { schoolId, mod } = await addEmptySchool();
  const existingId = await addClass(db, schoolId, '2a', 2);
  const input = { grades: [1, 2], letters: ['A', 'B', 'b'] };
  const { status, body } = await generate(mod, input);
  expect(status).toBe(201);
  expect(listNames(body)).toEqual(['1A', '1B', '2a', '2B']);
  expect(body.classes[2].id).toBe(existingId);
  const list = await request(app, classes.list, { token: mod.token, query: {} });
  expect(listNames(list.body)).toEqual(['1A', '1B', '2a', '2B']);
  const entries = await request(app, audit.list, {
    token: admin.token,
    query: { school_id: schoolId, subject: 'class' },
  });
  expect(
    entries.body.audit.map(({ subject_name }: { subject_name: string }) => subject_name),
  ).toEqual(['2B', '1B', '1A']);
  const again = await generate(mod, input);
  expect(again).toMatchObject({ status: 201, body });
});

test('the classes belong to the current year', async () => {
  const { mod } = await addEmptySchool();
  await generate(mod, { grades: [1], letters: ['A'] });
  const { body: started } = await createYearClient(app, mod).saveAndStart();
  const { body } = await generate(mod, { grades: [1], letters: ['A', 'C'] });
  expect(listNames(body)).toEqual(['1A', '1C']);
  for (const { school_year } of body.classes) expect(school_year).toBe(started.year);
});

test('two requests at once create each class once', async () => {
  const { mod } = await addEmptySchool();
  const input = { grades: [3], letters: ['A', 'B'] };
  const responses = await Promise.all([generate(mod, input), generate(mod, input)]);
  for (const { body } of responses) expect(listNames(body)).toEqual(['3A', '3B']);
});

test('an unknown grade is rejected, and an Admin must name a school', async () => {
  const { schoolId, mod } = await addEmptySchool();
  const unknown = await generate(mod, { grades: [1, 6], letters: ['A'] });
  expect(unknown).toMatchObject({ status: 400, body: { reason: 'unknown_grade' } });
  const input = { grades: [1], letters: ['A'] };
  expect((await generate(admin, input)).body.reason).toBe('school_required');
  expect((await generate(admin, { ...input, school_id: schoolId })).status).toBe(201);
});
