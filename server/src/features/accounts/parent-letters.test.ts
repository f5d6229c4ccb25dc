import { auth } from '@lop-xanh/contract/auth';
import { families, type ParentLetter } from '@lop-xanh/contract/families';
import { beforeEach, expect, test } from 'vitest';
import {
  addChild,
  addSubstitution,
  addTwoSchools,
  addUser,
  loadActor,
  moveUser,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { issueLetters, prepareLetters } from './parent-letters.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs } = await addTwoSchools(database);

const addParent = async (child: TestUser, { school_id = ours.schoolId, isNew = true } = {}) => {
  const parent = await addUser(database, {
    role: 'Parent',
    school_id,
    must_change_password: isNew,
  });
  await addChild(db, { parent, child });
  return parent;
};
const issue = ({ token }: TestUser, { classId = ours.classId, key = '' } = {}) =>
  request(app, families.letters, {
    token,
    params: { id: classId },
    headers: key ? { 'idempotency-key': key } : {},
  } as never);
const logIn = ({ username }: TestUser, password: string) =>
  request(app, auth.login, { body: { username, password } });
const listIds = async (user: TestUser) =>
  (await issue(user)).body.letters.map(({ id }: ParentLetter) => id);

/** A parent who has not chosen a password. */
let parent: TestUser;
beforeEach(async () => {
  parent = await addParent(ours.student);
});

test('a letter has the child, the school and a password that works; the one before does not', async () => {
  const [before, after] = [await issue(ours.teacher), await issue(ours.mod)];
  const findLetter = (response: typeof after): ParentLetter =>
    response.body.letters.find(({ id }: ParentLetter) => id === parent.id);
  expect(after.body).toMatchObject({ class_name: '3A', school_name: 'TH Kim Đồng' });
  expect(findLetter(after)).toMatchObject({
    username: parent.username,
    class_name: '3A',
    children: [{ full_name: 'An', class_name: '3A' }],
  });
  expect((await logIn(parent, findLetter(before).password)).status).toBe(401);
  const { status, body } = await logIn(parent, findLetter(after).password);
  expect(status).toBe(200);
  const me = await request(app, auth.me, { token: body.token });
  expect(me.body.isChangePass).toBe(true);
});

test('a retried request shows no password again', async () => {
  await issue(ours.mod, { key: 'thu-1' });
  const { body } = await issue(ours.mod, { key: 'thu-1' });
  const passwords = body.letters.map(({ password }: ParentLetter) => password);
  expect(new Set(passwords)).toEqual(new Set(['']));
});

test('there is no letter to a parent who has a password, is inactive, or has no child in the class', async () => {
  const others = [
    await addParent(ours.student, { isNew: false }),
    await addParent(ours.otherStudent),
    await addParent(ours.student),
  ];
  await updateRow(db, 'users', others[2]?.id as number, { status: 'inactive' });
  const ids = await listIds(ours.mod);
  expect(ids).toContain(parent.id);
  for (const { id } of others) expect(ids).not.toContain(id);
});

test('another school writes to its own parents', async () => {
  const guest = await addParent(ours.student, { school_id: theirs.schoolId });
  await addChild(db, { parent: guest, child: theirs.student });
  expect(await listIds(ours.mod)).not.toContain(guest.id);
  const { body } = await issue(theirs.mod, { classId: theirs.classId });
  // The child in our school is not named.
  expect(body.letters).toMatchObject([{ id: guest.id, children: [{ class_name: '3A' }] }]);
});

test('a substitute prints the letters in their time, another teacher never', async () => {
  expect((await issue(ours.otherTeacher)).status).toBe(403);
  const day = 24 * 60 * 60_000;
  const [from, until] = [new Date(Date.now() - day), new Date(Date.now() + day)];
  const substitute = await addUser(database, { role: 'Teacher', school_id: ours.schoolId });
  await addSubstitution(db, { userId: substitute.id, classId: ours.classId, from, until });
  expect((await issue(substitute)).status).toBe(200);
});

test('a parent who chooses a password while the letters are prepared keeps it', async () => {
  const actor = await loadActor(database, ours.mod);
  const passwords = await prepareLetters(db, actor, ours.classId);
  expect(passwords.has(parent.id)).toBe(true);
  await updateRow(db, 'users', parent.id, { must_change_password: false });
  const input = { classId: ours.classId, passwords };
  const { letters } = await db.transaction((transaction) =>
    issueLetters(transaction, actor, input),
  );
  expect(letters.map(({ id }) => id)).not.toContain(parent.id);
  expect((await request(app, auth.me, { token: parent.token })).status).toBe(200);
});

test('a child who changes class takes the letter along', async () => {
  const student = await addUser(database, {
    role: 'Student',
    school_id: ours.schoolId,
    class_id: ours.classId,
  });
  const mother = await addParent(student);
  expect(await listIds(ours.mod)).toContain(mother.id);
  await moveUser(db, { userId: student.id, classId: ours.otherClassId });
  expect(await listIds(ours.mod)).not.toContain(mother.id);
});
