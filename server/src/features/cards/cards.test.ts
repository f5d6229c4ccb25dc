import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { type CardState, cards, type IssuedCard } from '@lop-xanh/contract/cards';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type Picture, pictures } from '@lop-xanh/contract/rules/pictures';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  addClass,
  addSubstitution,
  addTwoSchools,
  addUser,
  deleteUser,
  moveUser,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

const right: Picture[] = ['fish', 'sun', 'boat'];
const wrong: Picture[] = ['sun', 'fish', 'boat'];

let world: TwoSchools;
let ours: TwoSchools['ours'];
beforeEach(async () => {
  world = await addTwoSchools(database);
  ours = world.ours;
});

interface Issue {
  classId?: number;
  student_ids?: number[];
  givePictures?: boolean;
}
const issue = (user: TestUser, { classId = ours.classId, ...body }: Issue = {}) =>
  request(app, cards.issue, { token: user.token, params: { id: classId }, body });
const issueOne = async (user = ours.teacher, selection: Issue = {}): Promise<IssuedCard> => {
  const { status, body } = await issue(user, selection);
  expect(status).toBe(201);
  return body.cards[0];
};
const open = (secret: string) => request(app, cards.open, { body: { secret } });
const logIn = (secret: string, chosen = right, options: { choose?: boolean } = {}) =>
  request(app, cards.login, { body: { secret, pictures: chosen, ...options } });
const choose = (secret: string, chosen = right) => logIn(secret, chosen, { choose: true });
const me = (token: string) => request(app, auth.me, { token });
const list = async (user = ours.teacher, id = ours.classId): Promise<CardState[]> =>
  (await request(app, cards.ofClass, { token: user.token, params: { id } })).body.cards;
const revoke = (user: TestUser, { id } = ours.student) =>
  request(app, cards.revoke, { token: user.token, params: { id } });
const unlock = (user: TestUser, { id } = ours.student) =>
  request(app, cards.unlock, { token: user.token, params: { id } });
const resetPictures = (user: TestUser, { id } = ours.student) =>
  request(app, cards.resetPictures, { token: user.token, params: { id } });

/** A card of the student, with the right pictures. */
async function prepareCard(): Promise<string> {
  const { secret } = await issueOne();
  expect((await choose(secret)).status).toBe(200);
  return secret;
}
async function lock(secret: string): Promise<void> {
  for (let index = 0; index < limits.cardTries; index++) await logIn(secret, wrong);
}

describe('a login with a card', () => {
  test('names the child, lets them choose three pictures once and then asks for these', async () => {
    const { secret, pictures } = await issueOne();
    expect(pictures).toBeNull();
    expect((await open(secret)).body).toEqual({
      first_name: 'An',
      avt: expect.any(String),
      hasPictures: false,
    });
    const first = await choose(secret);
    expect(first.status).toBe(200);
    expect((await me(first.body.token)).body).toMatchObject({ id: ours.student.id });
    expect((await open(secret)).body.hasPictures).toBe(true);
    expect(await choose(secret, wrong)).toMatchObject({
      status: 409,
      body: { reason: 'pictures_chosen' },
    });
    expect(await logIn(secret, wrong)).toMatchObject({
      status: 401,
      body: { reason: 'wrong_pictures' },
    });
    expect((await logIn(secret)).status).toBe(200);
  });

  test.each([
    ['two pictures', ['fish', 'sun']],
    ['four pictures', ['fish', 'sun', 'boat', 'hat']],
    ['the same picture twice', ['fish', 'sun', 'fish']],
    ['an unknown picture', ['fish', 'sun', 'dragon']],
  ])('with %s is invalid', async (_, chosen) => {
    const { secret } = await issueOne();
    expect((await choose(secret, chosen as Picture[])).status).toBe(400);
    expect((await open(secret)).body.hasPictures).toBe(false);
  });

  test('without pictures on the card must choose them', async () => {
    const { secret } = await issueOne();
    expect((await logIn(secret)).body.reason).toBe('wrong_pictures');
    expect((await open(secret)).status).toBe(200);
  });

  test('does not ask for a new password, and cannot set one without the current one', async () => {
    await updateRow(db, 'users', ours.student.id, { must_change_password: true });
    const { secret } = await issueOne();
    const { token } = (await choose(secret)).body;
    expect((await me(token)).body.isChangePass).toBe(false);
    const change = { token, body: { next: 'conMeoXanh7' } };
    expect((await request(app, auth.changePassword, change)).status).toBe(400);
  });

  test('is remembered as one of a card on its device', async () => {
    const { secret } = await issueOne();
    const { body } = await request(app, cards.login, {
      body: { secret, pictures: right, choose: true },
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile' },
    });
    const sessions = await db.values(
      z.string(),
      sql`
        select opened_by || ', ' || device from sessions
        where user_id = ${ours.student.id} order by id`,
    );
    expect(sessions.at(-1)).toMatch(/^card, Chrome/);
    const again = await request(app, cards.login, {
      body: { secret, pictures: right, device: body.device },
    });
    expect(again.body.device).toBe(body.device);
  });

  test.each([
    ['an inactive student', { status: 'inactive' }, 403, 'account_locked'],
    ['a deleted student', { deleted_at: new Date().toISOString() }, 401, 'card_unknown'],
    ['a former student who teaches now', { role: 'Teacher' }, 401, 'card_unknown'],
  ])('of %s is rejected', async (_, change, status, reason) => {
    const secret = await prepareCard();
    if ('deleted_at' in change) await deleteUser(db, ours.student.id);
    else {
      await moveUser(db, { userId: ours.student.id, classId: null });
      await updateRow(db, 'users', ours.student.id, change);
    }
    expect(await logIn(secret)).toMatchObject({ status, body: { reason } });
    await db.run(sql`update cards set pictures = null where student_id = ${ours.student.id}`);
    expect(await choose(secret)).toMatchObject({ status, body: { reason } });
    if (status === 401) expect((await open(secret)).status).toBe(401);
  });
});

describe('wrong pictures', () => {
  test('lock the card with the fifth wrong try, also for the right ones', async () => {
    const secret = await prepareCard();
    const reasons: string[] = [];
    for (let index = 0; index < limits.cardTries; index++)
      reasons.push((await logIn(secret, wrong)).body.reason);
    expect(reasons).toEqual([...Array(4).fill('wrong_pictures'), 'card_locked']);
    for (const response of [await logIn(secret), await choose(secret), await open(secret)])
      expect(response).toMatchObject({ status: 403, body: { reason: 'card_locked' } });
    expect(await list()).toMatchObject([{ isLocked: true }]);
  });

  test('start again after a right try', async () => {
    const secret = await prepareCard();
    for (let index = 0; index < limits.cardTries * 2; index++) {
      expect((await logIn(secret, index % 2 ? right : wrong)).status).toBe(index % 2 ? 200 : 401);
    }
  });

  test('of a hundred parallel guesses five are compared', async () => {
    const secret = await prepareCard();
    const guesses = listOrders().filter((guess) => guess.join() !== right.join());
    const responses = await Promise.all(guesses.slice(0, 100).map((guess) => logIn(secret, guess)));
    const reasons = responses.map(({ body }) => body.reason);
    expect(reasons.filter((reason) => reason === 'wrong_pictures')).toHaveLength(4);
    expect(reasons.filter((reason) => reason === 'card_locked')).toHaveLength(96);
    expect((await logIn(secret)).body.reason).toBe('card_locked');
    const tries = sql`select wrong_tries from cards where student_id = ${ours.student.id}`;
    expect(await db.value(z.number(), tries)).toBe(limits.cardTries);
  });

  test('of two parallel choices one is kept', async () => {
    const { secret } = await issueOne();
    const choices = await Promise.all([choose(secret, right), choose(secret, wrong)]);
    expect(choices.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('staff', () => {
  test('print the cards of a class with its school; a secret is never shown again', async () => {
    const { body } = await issue(ours.teacher);
    expect(body).toMatchObject({ class_name: '3A', school_name: 'TH Kim Đồng' });
    expect(body.cards).toMatchObject([
      { student_id: ours.student.id, username: ours.student.username },
    ]);
    const [{ secret }] = body.cards;
    expect(secret).toMatch(/^[\w-]{22}$/);
    const [state] = await list();
    expect(state).toMatchObject({ issuedAt: expect.any(String), hasPictures: false });
    const stored = sql`select row_to_json(cards)::text from cards`;
    expect((await db.values(z.string(), stored)).join()).not.toContain(secret);
  });

  test('give pictures to those who have none', async () => {
    const given = await issueOne(ours.teacher, { givePictures: true });
    expect(new Set(given.pictures).size).toBe(limits.cardPictures);
    expect((await logIn(given.secret, given.pictures as Picture[])).status).toBe(200);
    const again = await issueOne(ours.teacher, { givePictures: true });
    expect(again.pictures).toBeNull();
    expect((await logIn(again.secret, given.pictures as Picture[])).status).toBe(200);
  });

  test('reprint a card: the former one and its sessions end, pictures and other sessions stay', async () => {
    const secret = await prepareCard();
    const { token } = (await logIn(secret)).body;
    await lock(secret);
    const next = await issueOne();
    expect(await open(secret)).toMatchObject({ status: 401, body: { reason: 'card_unknown' } });
    expect((await logIn(secret)).body.reason).toBe('card_unknown');
    expect((await me(token)).status).toBe(401);
    expect((await me(ours.student.token)).status).toBe(200);
    expect((await logIn(next.secret)).status).toBe(200);
  });

  test('revoke a card and end its sessions', async () => {
    const secret = await prepareCard();
    const { token } = (await logIn(secret)).body;
    expect((await revoke(ours.teacher)).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect((await me(ours.student.token)).status).toBe(200);
    expect((await open(secret)).body.reason).toBe('card_unknown');
    expect((await logIn(secret)).body.reason).toBe('card_unknown');
    expect(await list()).toMatchObject([{ issuedAt: null, hasPictures: true }]);
  });

  test('unlock a card, or let the student choose new pictures', async () => {
    const secret = await prepareCard();
    await lock(secret);
    await unlock(ours.teacher);
    expect((await logIn(secret, wrong)).body.reason).toBe('wrong_pictures');
    expect((await logIn(secret)).status).toBe(200);
    await lock(secret);
    await resetPictures(ours.teacher);
    expect((await logIn(secret)).body.reason).toBe('wrong_pictures');
    expect((await choose(secret, wrong)).status).toBe(200);
  });

  test('name only students who are in the class now', async () => {
    const student_ids = [ours.student.id, ours.otherStudent.id];
    expect(await issue(ours.mod, { student_ids })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'student_ids.1', reason: 'student_of_another_class' }] },
    });
    const inactive = await addUser(database, {
      role: 'Student',
      school_id: ours.schoolId,
      class_id: ours.classId,
      status: 'inactive',
    });
    expect((await issue(ours.mod, { student_ids: [inactive.id] })).status).toBe(400);
    await moveUser(db, { userId: ours.student.id, classId: ours.otherClassId });
    expect(await list()).toEqual([]);
  });

  test('of a past class have no cards to print', async () => {
    const pastId = await addClass(db, ours.schoolId, '2A', 2, 2020);
    expect(await list(ours.mod, pastId)).toEqual([]);
    expect((await issue(ours.mod, { classId: pastId })).body.cards).toEqual([]);
  });

  test('who stand in for the teacher manage cards until their last day', async () => {
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    const add = (from: Date, until: Date) =>
      addSubstitution(db, { userId: ours.otherTeacher.id, classId: ours.classId, from, until });
    await add(hours(-2), hours(-1));
    expect((await issue(ours.otherTeacher)).status).toBe(403);
    expect((await unlock(ours.otherTeacher)).status).toBe(403);
    await add(hours(-1), hours(1));
    expect((await issue(ours.otherTeacher)).status).toBe(201);
    expect((await revoke(ours.otherTeacher)).status).toBe(200);
  });

  test('leave their actions in the audit log, but no secret and no picture', async () => {
    const secret = await prepareCard();
    await lock(secret);
    for (let twice = 0; twice < 2; twice++) {
      for (const act of [unlock, resetPictures, revoke]) await act(ours.teacher);
    }
    const { body } = await request(app, audit.list, {
      token: world.admin.token,
      query: { subject: 'card', school_id: ours.schoolId } as never,
    });
    expect(body.audit.map(({ action }: { action: string }) => action)).toEqual([
      'deleted',
      'reset',
      'unlocked',
      'created',
    ]);
    expect(body.audit[0]).toMatchObject({ subject_id: ours.student.id, actor_id: ours.teacher.id });
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${secret}|${right.join('|')}`));
  });

  test('who repeat a request get no secret again, and the card stays', async () => {
    const headers = { 'idempotency-key': 'print-cards' };
    const input = { token: ours.teacher.token, params: { id: ours.classId }, body: {}, headers };
    const first = await request(app, cards.issue, input);
    const again = await request(app, cards.issue, input);
    expect(again.body.cards).toMatchObject([{ student_id: ours.student.id, secret: '' }]);
    expect((await open(first.body.cards[0].secret)).status).toBe(200);
  });
});

function listOrders(): Picture[][] {
  return pictures.flatMap((first) =>
    pictures.flatMap((second) =>
      pictures.map((third) => [first, second, third]).filter((order) => new Set(order).size === 3),
    ),
  );
}
