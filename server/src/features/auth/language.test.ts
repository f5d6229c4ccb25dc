import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { type Language, languages } from '@lop-xanh/contract/rules/languages';
import { expect, test } from 'vitest';
import { addSchool, addUser, password } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const schoolId = await addSchool(database.db);

const addTeacher = () => addUser(database, { role: 'Teacher', school_id: schoolId });
const chooseLanguage = (token: string, language: Language | null) =>
  request(app, auth.setLanguage, { token, body: { language } });
const readLanguage = async (token: string) =>
  (await request(app, auth.me, { token })).body.language;

test('a user has no language until they choose one, and can return to the default', async () => {
  const { token } = await addTeacher();
  expect(await readLanguage(token)).toBeNull();
  for (const language of [...languages, null]) {
    expect(await chooseLanguage(token, language)).toMatchObject({
      status: 200,
      body: { language },
    });
    expect(await readLanguage(token)).toBe(language);
  }
});

test('a chosen language is there on another device and after a logout', async () => {
  const { token, username } = await addTeacher();
  await chooseLanguage(token, 'en');
  await request(app, auth.logout, { token });
  const login = await request(app, auth.login, { body: { username, password } });
  expect(await readLanguage(login.body.token)).toBe('en');
});

test.each([{ language: 'fr' }, { language: '' }, { language: 1 }, {}])(
  'the choice %j is rejected and changes nothing',
  async (body) => {
    const { token } = await addTeacher();
    await chooseLanguage(token, 'vi');
    const rejected = await request(app, auth.setLanguage, { token, body: body as never });
    expect(rejected).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await readLanguage(token)).toBe('vi');
  },
);

test('a user cannot choose for anyone else', async () => {
  const [user, other] = [await addTeacher(), await addTeacher()];
  await chooseLanguage(other.token, 'vi');
  const body = { language: 'en', id: other.id, user_id: other.id } as const;
  await request(app, auth.setLanguage, { token: user.token, body });
  expect(await readLanguage(user.token)).toBe('en');
  expect(await readLanguage(other.token)).toBe('vi');
});

test('a choice does not conflict with an edit of the account that is already open', async () => {
  const user = await addTeacher();
  const { token } = await addUser(database, { role: 'Admin' });
  const query = { school_id: schoolId, q: user.username };
  const [account] = (await request(app, accounts.list, { token, query })).body.users;
  await chooseLanguage(user.token, 'en');
  const edited = await request(app, accounts.edit, {
    token,
    params: { id: user.id },
    body: { phone: '0912', email: 'a@example.vn', version: account.version },
  });
  expect(edited).toMatchObject({ status: 200, body: { phone: '0912' } });
});
