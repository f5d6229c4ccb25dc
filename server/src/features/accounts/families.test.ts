import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { type AuditEntry, audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { families } from '@lop-xanh/contract/families';
import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAccountClient } from '../../testing/account-client.ts';
import { addChild, addTwoSchools, addUser, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { edit, resetPassword } = createAccountClient(app, database, admin);

const link = (student: TestUser, body: object, { token }: TestUser = ours.mod) =>
  request(app, families.link, { token, params: { id: student.id }, body });
const unlink = (student: TestUser, parent: TestUser, { token }: TestUser = ours.mod) =>
  request(app, families.unlink, { token, params: { id: student.id, parent_id: parent.id } });
const listParents = async ({ token }: TestUser, query: object = {}): Promise<Account[]> =>
  (await request(app, accounts.list, { token, query: { role: 'Parent', ...query } })).body.users;
const findParent = async (user: TestUser, { id }: TestUser) =>
  (await listParents(user)).find((account) => account.id === id);
const listChildren = async ({ token }: TestUser): Promise<number[]> =>
  (await request(app, auth.me, { token })).body.student_ids;
const readEntries = async ({ token }: TestUser): Promise<AuditEntry[]> =>
  (await request(app, audit.list, { token })).body.audit;
const unknownParent = (path: string) => ({
  status: 400,
  body: { issues: [{ path, reason: 'unknown_parent' }] },
});

const addStudent = (school = ours) =>
  addUser(database, { role: 'Student', school_id: school.schoolId, class_id: school.classId });

/** A student of our school, and a parent of the other school with a child there. */
let student: TestUser;
let parent: TestUser;
beforeEach(async () => {
  student = await addStudent();
  parent = await addUser(database, {
    role: 'Parent',
    school_id: theirs.schoolId,
    last_name: 'Lê Thị',
    first_name: 'Hoa',
    phone: '0912 345 678',
  });
  await db.run(sql`update users set email = 'hoa@example.vn' where id = ${parent.id}`);
  await addChild(db, { parent, child: theirs.student });
});

describe('linking', () => {
  test('a Mod links a parent whom they see by id', async () => {
    expect((await link(student, { parent_id: ours.parent.id })).status).toBe(200);
    expect(await listChildren(ours.parent)).toEqual([ours.student.id, student.id]);
    const [entry] = await readEntries(ours.mod);
    expect(entry).toMatchObject({
      action: 'linked',
      subject: 'account',
      subject_id: ours.parent.id,
      details: { student_id: student.id, student: 'An' },
    });
    expect((await link(student, { parent_id: ours.parent.id })).status).toBe(200);
    expect((await readEntries(ours.mod))[0]?.id).toBe(entry?.id);
  });

  test("another school's parent is found only by the exact username", async () => {
    expect(await findParent(ours.mod, parent)).toBeUndefined();
    expect(await listParents(ours.mod, { q: 'Lê Thị Hoa' })).toEqual([]);
    expect(await link(student, { parent_id: parent.id })).toMatchObject(unknownParent('parent_id'));
    const start = parent.username.slice(0, -1);
    expect(await link(student, { username: start })).toMatchObject(unknownParent('username'));
    const { status, body } = await link(student, { username: parent.username.toUpperCase() });
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Đã liên kết phụ huynh' } });
    expect(await listChildren(parent)).toEqual([theirs.student.id, student.id]);
  });

  test('a Mod sees of another school’s parent what is needed to reach them, and no other child', async () => {
    await link(student, { username: parent.username });
    expect(await findParent(ours.mod, parent)).toMatchObject({
      full_name: 'Lê Thị Hoa',
      phone: '0912 345 678',
      email: null,
      student_ids: [student.id],
      can: { edit: false, resetPassword: false, unlock: false },
    });
    expect(await findParent(theirs.mod, parent)).toMatchObject({
      email: 'hoa@example.vn',
      student_ids: [theirs.student.id],
      can: { edit: true, resetPassword: true, unlock: true },
    });
    const { body } = await request(app, accounts.students, {
      token: ours.mod.token,
      query: { family_of: parent.id },
    });
    expect(body.students.map(({ id }: Account) => id)).toEqual([student.id]);
  });

  test('only the Mods of the parent’s own school edit the parent and reset the password', async () => {
    await link(student, { username: parent.username });
    expect((await edit(parent.id, { phone: '0' }, ours.mod)).status).toBe(403);
    expect((await resetPassword(parent.id, ours.mod)).status).toBe(403);
    const unlockByUs = await request(app, accounts.unlock, {
      token: ours.mod.token,
      params: { id: parent.id },
    });
    expect(unlockByUs.status).toBe(403);
    expect((await edit(parent.id, { phone: '0987' }, theirs.mod)).status).toBe(200);
  });

  test('a Mod who edits the children of a parent keeps those in other schools', async () => {
    await link(student, { username: parent.username });
    const sister = await addStudent(theirs);
    const change = { student_ids: [sister.id] };
    expect((await edit(parent.id, change, theirs.mod)).body.student_ids).toEqual([sister.id]);
    expect(await listChildren(parent)).toEqual([student.id, sister.id]);
    const foreign = { student_ids: [sister.id, ours.otherStudent.id] };
    expect((await edit(parent.id, foreign, theirs.mod)).status).toBe(400);
  });

  test('a username that is not a parent’s reads like one that does not exist', async () => {
    const responses = await Promise.all(
      [theirs.mod.username, theirs.student.username, admin.username, 'khong.co', ''].map(
        (username) => link(student, { username }),
      ),
    );
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
    expect(responses[0]).toMatchObject(unknownParent('username'));
    expect((await link(student, {})).body).toEqual(responses[0]?.body);
  });

  test('usernames cannot be tried out: the number of requests is limited', async () => {
    const mod = await addUser(database, { role: 'Mod', school_id: ours.schoolId });
    const statuses: number[] = [];
    for (let index = 0; index <= families.link.requestsPerMinute; index++) {
      statuses.push((await link(student, { username: `09000000${index}` }, mod)).status);
    }
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([400]));
    expect(statuses.at(-1)).toBe(429);
  });

  test('a Mod cannot link a student of another school', async () => {
    const body = { username: ours.parent.username };
    expect((await link(theirs.otherStudent, body)).status).toBe(404);
    expect((await unlink(theirs.student, parent)).status).toBe(404);
  });

  test('a parent of two schools reads and comments in both', async () => {
    await link(student, { username: parent.username });
    for (const id of [ours.post, theirs.post]) {
      const response = await request(app, posts.like, { token: parent.token, params: { id } });
      expect(response.status).toBe(200);
      const comment = await request(app, posts.comment, {
        token: parent.token,
        params: { id },
        body: { text: 'Cảm ơn cô' },
      });
      expect(comment.status).toBe(201);
    }
  });
});

describe('unlinking', () => {
  test('a parent without another child becomes inactive, and their sessions end', async () => {
    expect((await unlink(theirs.student, parent, theirs.mod)).status).toBe(200);
    expect((await request(app, auth.me, { token: parent.token })).status).toBe(401);
    expect(await findParent(theirs.mod, parent)).toMatchObject({ status: 'inactive' });
    const [entry] = await readEntries(theirs.mod);
    expect(entry).toMatchObject({
      action: 'unlinked',
      subject_id: parent.id,
      details: { student_id: theirs.student.id, new: { status: 'inactive' } },
    });
    expect((await unlink(theirs.student, parent, theirs.mod)).status).toBe(404);
    await link(theirs.otherStudent, { parent_id: parent.id }, theirs.mod);
    expect(await findParent(theirs.mod, parent)).toMatchObject({ status: 'active' });
  });

  test('a parent with another child stays active, and belongs to the school of that child', async () => {
    await link(student, { username: parent.username });
    expect((await unlink(theirs.student, parent, theirs.mod)).status).toBe(200);
    expect(await listChildren(parent)).toEqual([student.id]);
    expect(await findParent(ours.mod, parent)).toMatchObject({
      school_id: ours.schoolId,
      status: 'active',
      can: { edit: true },
    });
    expect(await findParent(theirs.mod, parent)).toBeUndefined();
  });

  test('a parent whom their school deactivated stays inactive when another school links them', async () => {
    await edit(parent.id, { status: 'inactive' }, theirs.mod);
    await link(student, { username: parent.username });
    expect(await findParent(ours.mod, parent)).toMatchObject({ status: 'inactive' });
  });

  test('a parent whom two schools link and unlink at once is active exactly if a child is left', async () => {
    for (let round = 0; round < 8; round++) {
      const responses = await Promise.all([
        unlink(theirs.student, parent, theirs.mod),
        link(student, { username: parent.username }, admin),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect(await findParent(ours.mod, parent)).toMatchObject({
        status: 'active',
        student_ids: [student.id],
      });
      await unlink(student, parent, admin);
      await link(theirs.student, { parent_id: parent.id }, admin);
    }
  });

  test('a parent whom two schools unlink at once becomes inactive', async () => {
    await link(student, { username: parent.username });
    const responses = await Promise.all([
      unlink(theirs.student, parent, theirs.mod),
      unlink(student, parent),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await edit(parent.id, {});
    expect(body).toMatchObject({ status: 'inactive', student_ids: [] });
  });
});
