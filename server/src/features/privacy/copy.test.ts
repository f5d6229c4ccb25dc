import { createECDH, randomBytes } from 'node:crypto';
import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { auth } from '@lop-xanh/contract/auth';
import { avatars } from '@lop-xanh/contract/avatars';
import { comments } from '@lop-xanh/contract/comments';
import { consent } from '@lop-xanh/contract/consent';
import type { Endpoint, InputOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import { leave } from '@lop-xanh/contract/leave';
import { posts } from '@lop-xanh/contract/posts';
import { privacy, type RequestKind } from '@lop-xanh/contract/privacy';
import { push } from '@lop-xanh/contract/push';
import { strFromU8, unzipSync } from 'fflate';
import { Secret } from 'otpauth';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { makeSheetInput, thisSchoolYear, today } from '../../testing/attendance.ts';
import { afterFile } from '../../testing/cleanup-hooks.ts';
import { addAuthenticatorApp } from '../../testing/factors.ts';
import {
  addCard,
  addChild,
  addClass,
  addSchool,
  addUser,
  insertRow,
  moveUser,
  password,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { jpeg, makePostForm } from '../../testing/post-sites.ts';
import { sendForm } from '../../testing/send-form.ts';
import { listFileNames, makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import type { DataCopy } from './copy.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
const app = await buildApp({
  config: testConfig,
  database,
  storage,
  rateLimits: { perUser: 1e9, perAddress: 1e9 },
});
afterFile(() => app.close());

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

/** Sends a request that must succeed. */
async function call<const E extends Endpoint>(
  { token }: TestUser,
  endpoint: E,
  input: InputOf<E>,
): Promise<ResponseOf<E>> {
  const { status, body } = await request(app, endpoint, { ...input, token } as never);
  expect([status, body]).toEqual([endpoint.status ?? 200, body]);
  return body;
}

async function addFamily(name: { last_name: string; first_name: string }) {
  const inSchool = { school_id: school.schoolId };
  const inClass = { ...inSchool, class_id: school.classId };
  const student = await addUser(database, { role: 'Student', ...inClass, ...name });
  const parent = await addUser(database, {
    role: 'Parent',
    ...inSchool,
    last_name: name.last_name,
    first_name: `Phụ huynh của ${name.first_name}`,
  });
  await addChild(db, { parent, child: student });
  return { student, parent };
}

async function makeSchool() {
  const schoolId = await addSchool(db, 'TH Hoa Sen');
  const classId = await addClass(db, schoolId, '3A');
  const staff = { school_id: schoolId };
  const mod = await addUser(database, { role: 'Mod', ...staff, first_name: 'Cô Mai' });
  const teacher = await addUser(database, {
    role: 'Teacher',
    ...staff,
    class_id: classId,
    first_name: 'Thầy Sơn',
  });
  return { schoolId, classId, mod, teacher };
}

let school: Awaited<ReturnType<typeof makeSchool>>;
let ours: Awaited<ReturnType<typeof addFamily>>;
let others: Awaited<ReturnType<typeof addFamily>>;
beforeEach(async () => {
  school = await makeSchool();
  ours = await addFamily({ last_name: 'Nguyễn Thị', first_name: 'Hoa' });
  others = await addFamily({ last_name: 'Lê Văn', first_name: 'Canary' });
});

async function writePost(title: string, content: string, author = school.teacher) {
  const form = makePostForm([{ name: `${title}.jpg`, content: jpeg }]);
  form.set('title', title);
  form.set('content', content);
  const { status, body } = await sendForm(app, posts.create.path, form, { token: author.token });
  expect(status).toBe(201);
  return body as ResponseOf<typeof posts.create>;
}

async function publishPost(title: string, content: string) {
  const post = await writePost(title, content);
  await call(school.mod, posts.approve, { params: { id: post.id } });
  return post;
}

async function comment(user: TestUser, postId: number, text: string): Promise<number> {
  const { id } = await call(user, posts.comment, { params: { id: postId }, body: { text } });
  return id;
}

/** Files a request for a copy, accepts it and downloads the archive. */
async function copyOf(subject: TestUser, by: TestUser = school.mod, kind: RequestKind = 'copy') {
  const { id, version } = await call(by, privacy.file, {
    body: { kind, subject_id: subject.id, details: 'Xin bản sao đầy đủ' },
  });
  const accepted = await call(school.mod, privacy.answer, {
    params: { id },
    body: { version, accepted: true, answer: 'Nhà trường đồng ý' },
  });
  if (by !== school.mod) {
    await call(school.mod, privacy.finish, {
      params: { id },
      body: { version: accepted.version, result: 'Mời tải về' },
    });
  }
  return download(by, id);
}

async function download({ token }: TestUser, id: number) {
  const response = await app.inject({
    url: privacy.copy.path.replace('{id}', String(id)),
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.statusCode).toBe(200);
  const parts = unzipSync(response.rawPayload);
  const readText = (name: string) => strFromU8(parts[name] as Uint8Array);
  const copy: DataCopy = JSON.parse(readText('data.json'));
  return {
    headers: response.headers,
    parts,
    copy,
    page: readText('index.html'),
    text: readText('data.json') + readText('index.html'),
  };
}

const readFile = async (url: string) => (await app.inject({ url })).rawPayload;

/** Fills every kind of data about the students of the class, with words of each. */
async function fillClass() {
  const { mod, teacher, classId } = school;
  for (const [{ student, parent }, word] of [
    [ours, 'sen'],
    [others, 'canary'],
  ] as const) {
    await call(mod, accounts.editStudent, {
      params: { id: student.id },
      body: {
        email: `${word}@truong.vn`,
        phone: `0900 ${word}`,
        parent_name: `Mẹ ${word}`,
        identifier_code: `MA-${word}-${student.id}`,
        birth_date: '2018-05-06',
        sex: 'female',
      },
    });
    await call(student, push.subscribe, {
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${word}`,
        keys: {
          p256dh: createECDH('prime256v1').generateKeys('base64url'),
          auth: randomBytes(16).toString('base64url'),
        },
      },
    });
    await call(student, push.mute, { body: { mutedKinds: ['posts'] } });
    await call(parent, consent.answer, { params: { id: student.id }, body: { decision: 'given' } });
    await call(student, consent.answer, {
      params: { id: student.id },
      body: { decision: 'refused' },
    });
  }
  const students = [ours.student, others.student];
  const marks = (notes: string[]) =>
    students.map(({ id }, index) => ({
      id,
      status: 'absent' as const,
      note: notes[index],
      isExcused: true,
    }));
  await call(teacher, attendance.save, {
    params: { id: classId },
    body: { ...makeSheetInput(students), students: marks(['Sốt sen', 'Sốt canary']) as never },
  });
  for (const [{ student }, word] of [
    [ours, 'sen'],
    [others, 'canary'],
  ] as const) {
    await call(teacher, attendance.correct, {
      params: { id: classId, week: 1 },
      body: {
        reason: `Sửa nhầm ${word}`,
        records: [
          {
            student_id: student.id,
            status: 'present',
            note: `Đến muộn ${word}`,
            was: { status: 'absent', note: `Sốt ${word}`, isExcused: true },
          },
        ],
      },
    });
  }
  const naming = await publishPost('Ngày hội', 'Bạn nguyễn thị HOA múa rất đẹp.');
  const general = await publishPost('Tin chung', 'Cả lớp đi trồng cây.');
  const namingOther = await publishPost('Khen', 'Bạn Lê Văn Canary đọc hay.');
  const withdrawn = await publishPost('Bài đã gỡ', 'Nguyễn Thị Hoa không được nêu.');
  await call(mod, posts.withdraw, { params: { id: withdrawn.id }, body: { reason: 'Gỡ đi' } });
  for (const [{ student, parent }, word] of [
    [ours, 'sen'],
    [others, 'canary'],
  ] as const) {
    await call(student, posts.like, { params: { id: general.id } });
    await call(student, posts.markSeen, { body: { ids: [general.id] } });
    await call(parent, leave.send, {
      params: { id: student.id },
      body: { first_day: today, last_day: today, reason: `Nghỉ ${word}` },
    });
    const id = await comment(student, general.id, `Lời ${word} <script>alert("${word}")</script>`);
    await comment(parent, general.id, `Phụ huynh ${word}`);
    await call(mod, comments.hide, { params: { id }, body: { reason: `Ẩn vì ${word}` } });
  }
  const reported = await comment(teacher, general.id, 'Cô nhắc cả lớp');
  await call(ours.student, comments.report, {
    params: { id: reported },
    body: { reason: 'Báo sen' },
  });
  await call(others.student, comments.report, {
    params: { id: reported },
    body: { reason: 'Báo canary' },
  });
  return { naming, general, namingOther, withdrawn };
}

test('the copy of a student is what was put in', async () => {
  const { naming, general } = await fillClass();
  const { student } = ours;
  await request(app, auth.login, {
    body: { username: student.username, password },
  });
  await addCard(db, { student, issuedBy: school.teacher });
  await call(student, avatars.choose, { body: { animal: 'cat' } });
  const avatarForm = new FormData();
  avatarForm.append('avatar', new Blob([jpeg]), 'sen.jpg');
  await sendForm(app, avatars.upload.path, avatarForm, { token: student.token });
  const { copy, parts, headers, page } = await copyOf(student, ours.parent);
  expect(headers['content-type']).toBe('application/zip');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-disposition']).toContain(
    encodeURIComponent('du-lieu-Nguyễn-Thị-Hoa.zip'),
  );

  const { audit, notifications, ...person } = copy.person;
  expect(copy).toMatchObject({ format: 'lop-xanh-copy', version: 1, children: [] });
  expect(person).toEqual({
    account: {
      id: student.id,
      username: student.username,
      role: 'Student',
      school_id: school.schoolId,
      school_name: 'TH Hoa Sen',
      full_name: 'Nguyễn Thị Hoa',
      last_name: 'Nguyễn Thị',
      first_name: 'Hoa',
      identifier_code: `MA-sen-${student.id}`,
      birth_date: '2018-05-06',
      sex: 'female',
      email: 'sen@truong.vn',
      phone: '0900 sen',
      parent_name: 'Mẹ sen',
      status: 'active',
      language: null,
      muted_kinds: ['posts'],
      avatar: '/uploads/avt/cat.svg',
      created_at: time,
    },
    avatar_photos: [
      { path: `files/avatar-${student.id}-1.webp`, is_approved: false, created_at: time },
    ],
    former_names: [],
    former_usernames: [],
    former_codes: [],
    consents: [
      {
        side: 'guardian',
        decision: 'given',
        evidence: 'app',
        guardian_name: 'Nguyễn Thị Phụ huynh của Hoa',
        decided_on: today,
        recorded_by: 'Nguyễn Thị Phụ huynh của Hoa',
        recorded_at: time,
      },
      {
        side: 'child',
        decision: 'refused',
        evidence: 'app',
        guardian_name: null,
        decided_on: today,
        recorded_by: 'Nguyễn Thị Hoa',
        recorded_at: time,
      },
    ],
    classes: [
      {
        school_name: 'TH Hoa Sen',
        class_name: '3A',
        school_year: thisSchoolYear,
        kind: 'student',
        started_at: time,
        ended_at: null,
      },
    ],
    departures: [],
    attendance: [
      {
        school_year: thisSchoolYear,
        week: 1,
        date: today,
        class_name: '3A',
        name_of_the_day: 'Nguyễn Thị Hoa',
        status: 'present',
        note: 'Đến muộn sen',
        is_excused: false,
        taken_by: 'Thầy Sơn',
        taken_at: time,
        corrections: [
          {
            status: 'absent',
            note: 'Sốt sen',
            isExcused: true,
            reason: 'Sửa nhầm sen',
            by: 'Thầy Sơn',
            at: time,
          },
        ],
      },
    ],
    leave_notes: [
      {
        first_day: today,
        last_day: today,
        reason: 'Nghỉ sen',
        status: 'sent',
        sent_by: 'Nguyễn Thị Phụ huynh của Hoa',
        created_at: time,
      },
    ],
    sheets_taken: [],
    comments: [
      {
        post_id: general.id,
        post_title: 'Tin chung',
        text: 'Lời sen <script>alert("sen")</script>',
        status: 'hidden',
        reason: 'Ẩn vì sen',
        created_at: time,
      },
    ],
    reports: [{ reason: 'Báo sen', created_at: time }],
    likes: [{ post_id: general.id, post_title: 'Tin chung', created_at: time }],
    reads: [{ post_id: general.id, post_title: 'Tin chung', read_at: time }],
    requests: [
      {
        kind: 'copy',
        status: 'done',
        requester_name: 'Nguyễn Thị Phụ huynh của Hoa',
        details: 'Xin bản sao đầy đủ',
        received_on: today,
        answer_due: expect.any(String),
        result_due: expect.any(String),
        answer: 'Nhà trường đồng ý',
        answered_at: time,
        result: 'Mời tải về',
        finished_at: time,
      },
    ],
    sessions: Array.from({ length: 2 }, () => ({
      created_at: time,
      used_at: time,
      expires_at: time,
      opened_by: 'password',
      device: '',
    })),
    cards: [
      {
        issued_at: time,
        issued_by: 'Thầy Sơn',
        is_revoked: false,
        has_pictures: true,
        locked_at: null,
      },
    ],
    second_factors: [],
    devices: [{ used_at: time }],
    push_subscriptions: [{ created_at: time }],
    posts: [],
    posts_naming_them: [
      {
        id: naming.id,
        title: 'Ngày hội',
        content: 'Bạn nguyễn thị HOA múa rất đẹp.',
        status: 'approved',
        reason: null,
        class_name: '3A',
        author: 'Thầy Sơn',
        created_at: time,
        files: [
          {
            path: `files/${naming.id}-1.webp`,
            filename: 'Ngày hội.jpg',
            mime: 'image/webp',
            bytes: expect.any(Number),
          },
        ],
      },
    ],
  });
  expect(notifications.map(({ type, about }) => [type, about])).toEqual([
    ['attendance_corrected', '1 present Nguyễn Thị Hoa'],
    ...['Ngày hội', 'Tin chung', 'Khen'].map((title) => ['post_new', title]),
    ['comment_hidden', 'Tin chung'],
  ]);
  expect(audit.map(({ action, subject, by }) => [action, subject, by])).toEqual([
    ['changed', 'account', 'Cô Mai'],
    ['created', 'photo_consent', 'Nguyễn Thị Phụ huynh của Hoa'],
    ['created', 'photo_consent', 'Nguyễn Thị Hoa'],
    ['created', 'leave_note', 'Nguyễn Thị Phụ huynh của Hoa'],
    ['hidden', 'comment', 'Cô Mai'],
    ['created', 'data_request', 'Nguyễn Thị Phụ huynh của Hoa'],
    ['answered', 'data_request', 'Cô Mai'],
    ['finished', 'data_request', 'Cô Mai'],
    ['exported', 'data_request', 'Nguyễn Thị Phụ huynh của Hoa'],
  ]);

  const photo = await readFile(naming.attachments[0]?.url as string);
  expect(Object.keys(parts).toSorted()).toEqual(
    [
      'data.json',
      'index.html',
      `files/${naming.id}-1.webp`,
      `files/avatar-${student.id}-1.webp`,
    ].toSorted(),
  );
  expect(Buffer.from(parts[`files/${naming.id}-1.webp`] as Uint8Array).equals(photo)).toBe(true);

  for (const words of [
    'Nguyễn Thị Hoa',
    student.username,
    `MA-sen-${student.id}`,
    '06/05/2018',
    'sen@truong.vn',
    '0900 sen',
    'Mẹ sen',
    'Phụ huynh của Hoa',
    'Đến muộn sen',
    'Sốt sen',
    'Sửa nhầm sen',
    'Ẩn vì sen',
    'Báo sen',
    'Tin chung',
    'Xin bản sao đầy đủ',
    'Nhà trường đồng ý',
    'Mời tải về',
    'múa rất đẹp',
    `files/${naming.id}-1.webp`,
  ]) {
    expect(page).toContain(words);
  }
});

test('the page escapes what users wrote and loads nothing from elsewhere', async () => {
  await fillClass();
  await updateRow(db, 'users', ours.student.id, { parent_name: `"><img src=x onerror='x'>` });
  const { page } = await copyOf(ours.student);
  expect(page).toContain('Lời sen &lt;script&gt;alert(&quot;sen&quot;)&lt;/script&gt;');
  expect(page).toContain('&quot;&gt;&lt;img src=x onerror=&#39;x&#39;&gt;');
  expect(page).not.toMatch(/<script|onerror='/);
  expect(page).not.toMatch(/(src|href)="(?!files\/)/);
  expect(page).not.toMatch(/@import|url\(/);
});

test('former names, codes, classes and departures are in the copy', async () => {
  const { student } = ours;
  const edit = (body: object) =>
    call(school.mod, accounts.editStudent, { params: { id: student.id }, body: body as never });
  await edit({ identifier_code: `CU-${student.id}` });
  await edit({ identifier_code: `MOI-${student.id}`, first_name: 'Huệ' });
  const post = await publishPost('Tên cũ', 'Nguyễn Thị Hoa và các bạn.');
  const nextClass = await addClass(db, school.schoolId, '3B');
  await moveUser(db, { userId: student.id, classId: nextClass });
  await publishPost('Sau khi chuyển', 'Nguyễn Thị Hoa đã chuyển lớp.');
  await call(school.mod, accounts.leave, {
    params: { id: student.id },
    body: { left_on: today, reason: 'moved', destination: 'TH Xa' },
  });
  const { copy } = await copyOf(student);
  const { person } = copy;
  expect(person.former_names).toEqual([{ full_name: 'Nguyễn Thị Hoa', until: time }]);
  expect(person.former_codes).toEqual([{ code: `CU-${student.id}` }]);
  expect(person.classes.map(({ class_name }) => class_name)).toEqual(['3A', '3B']);
  expect(person.departures).toEqual([
    { left_on: today, reason: 'moved', destination: 'TH Xa', returned_at: null },
  ]);
  expect(person.posts_naming_them.map(({ id }) => id)).toEqual([post.id]);
});

describe('the copy of a parent', () => {
  test('has their own data and their children’s, and nobody else’s', async () => {
    const { general, namingOther } = await fillClass();
    const { copy, text, parts } = await copyOf(ours.parent, ours.parent);
    expect(copy.person.account).toMatchObject({ id: ours.parent.id, role: 'Parent' });
    expect(copy.person.comments.map((entry) => entry.text)).toEqual(['Phụ huynh sen']);
    expect(copy.person.posts_naming_them).toEqual([]);
    expect(copy.children.map(({ account }) => account.id)).toEqual([ours.student.id]);
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
    expect(text).not.toContain(others.student.username);
    expect(text).not.toContain('Cô nhắc cả lớp');
    expect(text).not.toContain('không được nêu');
    expect(Object.keys(parts).filter((name) => name.includes(String(namingOther.id)))).toEqual([]);
  });

  test('has all children, and each photo once', async () => {
    const inClass = { school_id: school.schoolId, class_id: school.classId };
    const name = { last_name: 'Nguyễn Thị', first_name: 'Lan' };
    const sister = await addUser(database, { role: 'Student', ...inClass, ...name });
    await addChild(db, { parent: ours.parent, child: sister });
    const post = await publishPost('Hai chị em', 'Nguyễn Thị Hoa và Nguyễn Thị Lan.');
    const { copy, parts, page } = await copyOf(ours.parent);
    expect(copy.children.map(({ account }) => account.id)).toEqual([ours.student.id, sister.id]);
    expect(copy.children.map((child) => child.posts_naming_them[0]?.id)).toEqual([
      post.id,
      post.id,
    ]);
    expect(Object.keys(parts).filter((path) => path.startsWith('files/'))).toHaveLength(1);
    expect(page).toContain('Con: Nguyễn Thị Lan');
  });

  test('has a child of another school for the parent, but not for the Mod', async () => {
    await db.run(sql`delete from memberships where user_id = ${ours.student.id}`);
    const elsewhere = await addSchool(db, 'TH Xa');
    await updateRow(db, 'users', ours.student.id, { school_id: elsewhere });
    expect((await copyOf(ours.parent, ours.parent)).copy.children).toHaveLength(1);
    expect((await copyOf(ours.parent)).copy.children).toEqual([]);
  });
});

describe('the copy of a teacher', () => {
  test('has their posts in every state with all files, and the sheets they took', async () => {
    await fillClass();
    const draft = await writePost('Chờ duyệt', 'Chưa ai đọc.');
    const { copy, parts, text } = await copyOf(school.teacher, school.teacher);
    expect(copy.person.posts.map(({ title, status }) => [title, status])).toEqual([
      ['Ngày hội', 'approved'],
      ['Tin chung', 'approved'],
      ['Khen', 'approved'],
      ['Bài đã gỡ', 'withdrawn'],
      ['Chờ duyệt', 'pending'],
    ]);
    const files = Object.keys(parts).filter((path) => path.startsWith('files/'));
    expect(files).toHaveLength(5);
    const photo = await readFile(draft.attachments[0]?.url as string);
    expect(Buffer.from(parts[`files/${draft.id}-1.webp`] as Uint8Array).equals(photo)).toBe(true);
    expect(copy.person.sheets_taken).toEqual([
      { school_year: thisSchoolYear, week: 1, date: today, class_name: '3A', taken_at: time },
    ]);
    expect(copy.person.comments.map((entry) => entry.text)).toEqual(['Cô nhắc cả lớp']);
    for (const words of ['Sốt', 'Lời sen', 'Báo sen', ours.student.username]) {
      expect(text).not.toContain(words);
    }
  });
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
  await call(teacher, push.subscribe, { body });
  const { copy, text } = await copyOf(teacher);
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

test('the copy of a Mod does not repeat what they were told about others', async () => {
  await fillClass();
  await copyOf(ours.student, ours.parent);
  const { copy, text } = await copyOf(school.mod, school.mod);
  expect(copy.person.notifications).toContainEqual({
    type: 'request_filed',
    about: null,
    created_at: time,
    read_at: null,
  });
  expect(text).not.toContain('Nguyễn Thị Hoa');
});

test('a copy is not stored', async () => {
  await fillClass();
  const before = await listFileNames(storage);
  await copyOf(ours.student);
  expect(await listFileNames(storage)).toEqual(before);
});

test('a missing file ends the download instead of leaving it out', async () => {
  const { naming } = await fillClass();
  const file = await db.value(
    z.string(),
    sql`select file from attachments where post_id = ${naming.id}`,
  );
  await storage.delete(file);
  await expect(copyOf(ours.student)).rejects.toThrow('response destroyed');
});

/** Where a copy says nothing of a table that refers to users, and why. */
const notCopied = [
  // Of others: who recorded, decided or changed something.
  'erasures',
  'school_year_drafts',
  'school_years',
  // Hashes and times that are deleted within days.
  'comment_times',
  'idempotency_keys',
  'moderation_presence',
  // Hashes.
  'recovery_codes',
];

test('a copy covers every table that refers to users', async () => {
  const tables = await db.values(
    z.string(),
    sql`
      select distinct conrelid::regclass::text from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass order by 1`,
  );
  expect(tables.filter((table) => !notCopied.includes(table))).toEqual([
    'attendance_corrections',
    'attendance_sheets',
    'audit_log',
    'authenticators',
    'avatar_photos',
    'cards',
    'comment_reports',
    'comments',
    'data_requests',
    'departures',
    'former_user_names',
    'leave_notes',
    'likes',
    'login_devices',
    'memberships',
    'notifications',
    'parents_children',
    'passkeys',
    'photo_consents',
    'post_reads',
    'posts',
    'push_subscriptions',
    'sessions',
    'student_names',
    'used_codes',
    'used_usernames',
  ]);
});
