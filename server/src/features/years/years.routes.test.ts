import { attendance } from '@lop-xanh/contract/attendance';
import { audit } from '@lop-xanh/contract/audit';
import { getFirstMonday } from '@lop-xanh/contract/rules/weeks';
import { schools } from '@lop-xanh/contract/schools';
import { years } from '@lop-xanh/contract/years';
import { expect, test } from 'vitest';
import { makeSheetInput, thisSchoolYear } from '../../testing/attendance.ts';
import { addTwoSchools } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { addSmallSchool, createYearClient } from '../../testing/year-client.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours, admin } = await addTwoSchools(database);

const addDays = (days: number) => {
  const first = Date.parse(getFirstMonday(thisSchoolYear));
  return new Date(first + days * 86_400_000).toISOString().slice(0, 10);
};
const addMonday = (weeks: number) => addDays(weeks * 7);
const setFirstMonday = (token: string, body: object, year = thisSchoolYear) =>
  request(app, years.setFirstMonday, { token, params: { year }, body: body as never });

test('a school has one year at first, which starts on the first Monday of September', async () => {
  const { token } = ours.mod;
  const { body } = await request(app, years.list, { token, query: {} });
  expect(body.school_years).toEqual([
    {
      year: thisSchoolYear,
      first_monday: getFirstMonday(thisSchoolYear),
      isCurrent: true,
      version: 1,
      can: { setFirstMonday: true, undo: false },
    },
  ]);
});

test('everyone reads the years of their school, and only managers may change them', async () => {
  for (const { token } of [ours.student, ours.parent, ours.teacher]) {
    const { status, body } = await request(app, years.list, { token, query: {} });
    expect(status).toBe(200);
    expect(body.school_years[0].can).toEqual({ setFirstMonday: false, undo: false });
  }
});

test('an Admin must name an existing school', async () => {
  const { token } = admin;
  const without = await request(app, years.list, { token, query: {} });
  expect(without).toMatchObject({ status: 400, body: { reason: 'school_required' } });
  const { body: school } = await request(app, schools.create, {
    token,
    body: { school_name: 'TH Mới' },
  });
  const query = { school_id: school.id };
  expect((await request(app, years.list, { token, query })).status).toBe(200);
  await request(app, schools.delete, { token, params: { id: school.id } });
  expect((await request(app, years.list, { token, query })).status).toBe(404);
  expect((await request(app, years.draft, { token, query })).status).toBe(404);
});

test('the first Monday is changed, once for each version, and audited with the old value', async () => {
  const { schoolId, mod } = await addSmallSchool(database);
  const changed = await setFirstMonday(mod.token, { first_monday: addMonday(1), version: 1 });
  expect(changed).toMatchObject({
    status: 200,
    body: { first_monday: addMonday(1), version: 2 },
  });
  const stale = await setFirstMonday(mod.token, { first_monday: addMonday(2), version: 1 });
  expect(stale).toMatchObject({ status: 409, body: { reason: 'school_year_changed' } });
  const unchanged = await setFirstMonday(mod.token, { first_monday: addMonday(1) });
  expect(unchanged.body.version).toBe(2);
  const { body } = await request(app, audit.list, {
    token: admin.token,
    query: { school_id: schoolId, subject: 'school_year' },
  });
  expect(body.audit).toMatchObject([
    {
      action: 'changed',
      subject_name: `${thisSchoolYear}–${thisSchoolYear + 1}`,
      details: {
        fields: ['first_monday'],
        old: { first_monday: addMonday(0) },
        new: { first_monday: addMonday(1) },
      },
    },
  ]);
});

test.each([
  ['a Tuesday', addDays(1)],
  ['a Monday of the next calendar year', addMonday(18)],
  ['a Monday of July', addMonday(-6)],
])('%s, %s, cannot be the first Monday', async (_, first_monday) => {
  const { token } = (await addSmallSchool(database)).mod;
  const { status, body } = await setFirstMonday(token, { first_monday });
  expect(status).toBe(400);
  expect(body.issues).toMatchObject([{ path: 'first_monday', reason: 'invalid_first_monday' }]);
});

test('the first Monday is fixed once the year has an attendance sheet', async () => {
  const { mod, first } = await addSmallSchool(database);
  const saved = await request(app, attendance.save, {
    token: first.teacher.token,
    params: { id: first.id },
    body: makeSheetInput(first.students),
  });
  expect(saved.status).toBe(201);
  const refused = await setFirstMonday(mod.token, { first_monday: addMonday(1) });
  expect(refused).toMatchObject({ status: 409, body: { reason: 'school_year_has_attendance' } });
  const [year] = await createYearClient(app, mod).listYears();
  expect(year).toMatchObject({ first_monday: addMonday(0), can: { setFirstMonday: false } });
});

test('a year that the school does not have is not found', async () => {
  const body = { first_monday: addMonday(0) };
  expect((await setFirstMonday(ours.mod.token, body, thisSchoolYear + 1)).status).toBe(404);
});
