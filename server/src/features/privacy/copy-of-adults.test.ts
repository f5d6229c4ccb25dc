import { createECDH, randomBytes } from 'node:crypto';
import { push } from '@lop-xanh/contract/push';
import { Secret } from 'otpauth';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { thisSchoolYear, today } from '../../testing/attendance.ts';
import { type CopySchool, makeCopySchool } from '../../testing/copy-school.ts';
import { addAuthenticatorApp } from '../../testing/factors.ts';
import { fillCopySchool } from '../../testing/fill-copy-school.ts';
import { addChild, addSchool, addUser, insertRow, updateRow } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let school: CopySchool;
beforeEach(async () => {
  school = await makeCopySchool(app, database);
});

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('the copy of a parent', () => {
  test('has their own data and their children’s, and nobody else’s', async () => {
    const { general, namingOther } = await fillCopySchool(school);
    const { copy, text, parts } = await school.copyOf(school.ours.parent, school.ours.parent);
    expect(copy.person.account).toMatchObject({ id: school.ours.parent.id, role: 'Parent' });
    expect(copy.person.comments.map((entry) => entry.text)).toEqual(['Phụ huynh sen']);
    expect(copy.person.posts_naming_them).toEqual([]);
    expect(copy.children.map(({ account }) => account.id)).toEqual([school.ours.student.id]);
    const [child] = copy.children;
    expect(child?.attendance[0]).toMatchObject({ note: 'Đến muộn sen' });
    expect(child?.comments[0]).toMatchObject({ post_id: general.id });
    expect(child?.posts_naming_them).toHaveLength(1);
    expect(copy.person.notifications).toContainEqual({
      type: 'child_absent',
      about: '1 absent Nguyễn Thị Hoa',
      created_at: time,
      read_at: null,
    });
    expect(text.match(/.*canary.*/gi)).toBeNull();
    expect(text).not.toContain(school.others.student.username);
    expect(text).not.toContain('Cô nhắc cả lớp');
    expect(text).not.toContain('không được nêu');
    expect(Object.keys(parts).filter((name) => name.includes(String(namingOther.id)))).toEqual([]);
  });

  test('has all children, and each photo once', async () => {
    const inClass = { school_id: school.schoolId, class_id: school.classId };
    const name = { last_name: 'Nguyễn Thị', first_name: 'Lan' };
    const sister = await addUser(database, { role: 'Student', ...inClass, ...name });
    await addChild(db, { parent: school.ours.parent, child: sister });
    const post = await school.publishPost('Hai chị em', 'Nguyễn Thị Hoa và Nguyễn Thị Lan.');
    const { copy, parts, page } = await school.copyOf(school.ours.parent);
    expect(copy.children.map(({ account }) => account.id)).toEqual([
      school.ours.student.id,
      sister.id,
    ]);
    expect(copy.children.map((child) => child.posts_naming_them[0]?.id)).toEqual([
      post.id,
      post.id,
    ]);
    expect(Object.keys(parts).filter((path) => path.startsWith('files/'))).toHaveLength(1);
    expect(page).toContain('Con: Nguyễn Thị Lan');
  });

  test('has a child of another school for the parent, but not for the Mod', async () => {
    await db.run(sql`delete from memberships where user_id = ${school.ours.student.id}`);
    const elsewhere = await addSchool(db, 'TH Xa');
    await updateRow(db, 'users', school.ours.student.id, { school_id: elsewhere });
    expect(
      (await school.copyOf(school.ours.parent, school.ours.parent)).copy.children,
    ).toHaveLength(1);
    expect((await school.copyOf(school.ours.parent)).copy.children).toEqual([]);
  });
});

describe('the copy of a teacher', () => {
  test('has their posts in every state with all files, and the sheets they took', async () => {
    await fillCopySchool(school);
    const draft = await school.writePost('Chờ duyệt', 'Chưa ai đọc.');
    const { copy, parts, text } = await school.copyOf(school.teacher, school.teacher);
    expect(copy.person.posts.map(({ title, status }) => [title, status])).toEqual([
      ['Ngày hội', 'approved'],
      ['Tin chung', 'approved'],
      ['Khen', 'approved'],
      ['Bài đã gỡ', 'withdrawn'],
      ['Chờ duyệt', 'pending'],
    ]);
    const files = Object.keys(parts).filter((path) => path.startsWith('files/'));
    expect(files).toHaveLength(5);
    const photo = await school.readFile(draft.attachments[0]?.url as string);
    expect(Buffer.from(parts[`files/${draft.id}-1.webp`] as Uint8Array).equals(photo)).toBe(true);
    expect(copy.person.sheets_taken).toEqual([
      { school_year: thisSchoolYear, week: 1, date: today, class_name: '3A', taken_at: time },
    ]);
    expect(copy.person.comments.map((entry) => entry.text)).toEqual(['Cô nhắc cả lớp']);
    for (const words of ['Sốt', 'Lời sen', 'Báo sen', school.ours.student.username]) {
      expect(text).not.toContain(words);
    }
  });
});

test('the copy of a Mod does not repeat what they were told about others', async () => {
  await fillCopySchool(school);
  await school.copyOf(school.ours.student, school.ours.parent);
  const { copy, text } = await school.copyOf(school.mod, school.mod);
  expect(copy.person.notifications).toContainEqual({
    type: 'request_filed',
    about: null,
    created_at: time,
    read_at: null,
  });
  expect(text).not.toContain('Nguyễn Thị Hoa');
});

test('the copy of somebody with a second factor and push messages has no secret of them', async () => {
  const { teacher } = school;
  const { secret, recoveryCodes } = await addAuthenticatorApp(app, db, teacher);
  const [credential, publicKey] = [randomBytes(32), randomBytes(77)];
  await insertRow(db, 'passkeys', {
    user_id: teacher.id,
    credential_id: credential,
    public_key: publicKey,
    counter: 0,
    name: 'Điện thoại',
  });
  const endpoint = 'https://fcm.googleapis.com/fcm/send/bi-mat';
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const key = randomBytes(16);
  const body = { endpoint, keys: { p256dh, auth: key.toString('base64url') } };
  await request(app, push.subscribe, { token: teacher.token, body });
  const { copy, text } = await school.copyOf(teacher);
  expect(copy.person).toMatchObject({
    second_factors: [
      { kind: 'app', created_at: time },
      { kind: 'passkey', name: 'Điện thoại', created_at: time },
    ],
    push_subscriptions: [{ created_at: time }],
  });
  const bytes = [Buffer.from(Secret.fromBase32(secret).bytes), credential, publicKey, key];
  const encoded = bytes.flatMap((value) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) => value.toString(encoding)),
  );
  for (const word of [secret, ...recoveryCodes, ...encoded, endpoint, p256dh]) {
    expect(text).not.toContain(word);
  }
});
