import type { AccountSort } from '@lop-xanh/contract/account-filters';
import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { type AccountCounts, selectedAccounts } from '@lop-xanh/contract/selected-accounts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import {
  addChild,
  addClass,
  addTwoSchools,
  addUser,
  deleteUser,
  password,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { mod, schoolId } = ours;
// The students of this file are the only ones.
await db.run(sql`update users set deleted_at = now() where role = 'Student'`);

const [class3A, class3B, class10] = [
  await addClass(db, schoolId, '3A', 3),
  await addClass(db, schoolId, '3B', 3),
  await addClass(db, schoolId, '1/10', 1),
];
const addStudent = async (first_name: string, fields: object, lastLogin: string | null) => {
  const user = await addUser(database, {
    role: 'Student',
    school_id: schoolId,
    first_name,
    ...fields,
  } as Parameters<typeof addUser>[1]);
  await updateRow(db, 'users', user.id, { last_login_at: lastLogin });
  return user;
};
const an = await addStudent(
  'An',
  { class_id: class3B, identifier_code: '1000', parent_name: 'Lê Thị Đào' },
  '2026-11-03T00:00:00Z',
);
const binh = await addStudent(
  'Bình',
  { class_id: class10, identifier_code: '999', parent_name: 'Trần Dũng' },
  null,
);
const chi = await addStudent('Chi', { class_id: class3A }, '2026-11-01T00:00:00Z');
const dat = await addStudent('Đạt', { parent_name: 'Vũ Ánh', status: 'inactive' }, null);
const students = [an, binh, chi, dat];

const list = async (query: { sort?: AccountSort; lacks?: string; status?: 'active' }) => {
  const { body } = await request(app, accounts.students, {
    token: mod.token,
    query: { page: 1, ...query },
  });
  return body.students.map(({ first_name }: Account) => first_name).join(' ');
};

test.each<[AccountSort, string, string]>([
  ['name', 'An Bình Chi Đạt', 'Đạt Chi Bình An'],
  ['code', 'Bình An Chi Đạt', 'An Bình Chi Đạt'],
  ['class', 'Bình Chi An Đạt', 'An Chi Bình Đạt'],
  ['parent', 'Đạt Bình An Chi', 'An Bình Đạt Chi'],
  ['login', 'Bình Đạt Chi An', 'An Chi Bình Đạt'],
])('a list can be sorted by %s, and the ids come in the same order', async (sort, up, down) => {
  const reversed = `-${sort}` as AccountSort;
  expect([await list({ sort }), await list({ sort: reversed })]).toEqual([up, down]);
  const { body } = await request(app, selectedAccounts.ids, {
    token: mod.token,
    query: { role: 'Student', sort: reversed },
  });
  const { body: all } = await request(app, accounts.students, {
    token: mod.token,
    query: { sort: reversed },
  });
  expect(body.ids).toEqual(all.students.map(({ id }: Account) => id));
  expect(body.ids).toHaveLength(students.length);
});

test('the pages of a sorted list have everybody once', async () => {
  const names: string[] = [];
  for (const page of [1, 2]) {
    const query = { page, rows: 2, sort: '-class' } as const;
    const { body } = await request(app, accounts.students, { token: mod.token, query });
    names.push(...body.students.map(({ first_name }: Account) => first_name));
  }
  expect(names.join(' ')).toBe('An Chi Bình Đạt');
});

const countAs = async (token: string, query: object = {}): Promise<AccountCounts> =>
  (
    await request(app, selectedAccounts.counts, {
      token,
      query: { role: 'Student', ...query } as never,
    })
  ).body;

test('a list can have those who lack a parent, a login or consent, and each filter is counted', async () => {
  const parent = await addUser(database, { role: 'Parent', school_id: schoolId });
  const gone = await addUser(database, { role: 'Parent', school_id: schoolId });
  await addChild(db, { parent, child: an });
  await addChild(db, { parent: gone, child: binh });
  await deleteUser(db, gone.id);
  for (const [child, side] of [
    [an, 'guardian'],
    [chi, 'guardian'],
    [chi, 'child'],
  ] as const) {
    await db.run(sql`
      insert into photo_consents (school_id, student_id, side, decision, evidence, decided_on, recorded_by)
      values (${schoolId}, ${child.id}, ${side}, 'given', 'paper', '2026-09-10', ${mod.id})`);
  }
  await db.run(sql`
    insert into departures (school_id, student_id, left_on, reason)
    values (${schoolId}, ${dat.id}, '2026-10-01', 'moved')`);
  expect(await list({ lacks: 'parent' })).toBe('Bình Chi Đạt');
  expect(await list({ lacks: 'login' })).toBe('Bình Đạt');
  // An is asked too, because the birthday is unknown.
  expect(await list({ lacks: 'consent' })).toBe('An Bình Đạt');
  expect(await list({ lacks: 'parent,login', status: 'active' })).toBe('Bình');

  const all = { active: 3, inactive: 1, left: 1, parent: 3, login: 2, consent: 3 };
  expect(await countAs(mod.token)).toEqual(all);
  expect(await countAs(admin.token, { school_id: schoolId })).toEqual(all);
  // A status does not hide the numbers of the others, and a gap counts within what is listed.
  expect(await countAs(mod.token, { status: 'active', lacks: 'login' })).toEqual({
    active: 1,
    inactive: 1,
    left: 1,
    parent: 1,
    login: 1,
    consent: 1,
  });
  expect(await countAs(mod.token, { q: 'chi' })).toMatchObject({ active: 1, parent: 1, login: 0 });
});

test('the counts and ids are of one school, a Mod’s own', async () => {
  const endpoints = [selectedAccounts.counts, selectedAccounts.ids] as const;
  for (const endpoint of endpoints) {
    const send = (token: string, query: object) =>
      request(app, endpoint, { token, query: { role: 'Student', ...query } as never });
    expect((await send(mod.token, { school_id: theirs.schoolId })).status).toBe(403);
    expect((await send(admin.token, {})).status).toBe(400);
    expect((await send(mod.token, { lacks: 'tiền' })).status).toBe(400);
    expect((await send(mod.token, { sort: 'password_hash' })).status).toBe(400);
  }
  expect(await countAs(theirs.mod.token)).toMatchObject({ active: 0, parent: 0 });
});

test('a login is remembered for good, also after a password reset', async () => {
  await request(app, auth.login, { body: { username: binh.username, password } });
  const read = async () => {
    const { body } = await request(app, accounts.students, {
      token: mod.token,
      query: { q: binh.username, page: 1 },
    });
    return body.students[0].lastLoginAt as string | null;
  };
  const lastLoginAt = await read();
  expect(Date.now() - Date.parse(lastLoginAt ?? '')).toBeLessThan(60_000);
  await request(app, accounts.resetPassword, { token: mod.token, params: { id: binh.id } });
  expect(await read()).toBe(lastLoginAt);
});
