import { createECDH, randomBytes } from 'node:crypto';
import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { auth } from '@lop-xanh/contract/auth';
import { cards } from '@lop-xanh/contract/cards';
import { comments } from '@lop-xanh/contract/comments';
import { consent } from '@lop-xanh/contract/consent';
import { factors } from '@lop-xanh/contract/factors';
import { history } from '@lop-xanh/contract/history';
import { leave } from '@lop-xanh/contract/leave';
import { moderation } from '@lop-xanh/contract/moderation';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { privacy } from '@lop-xanh/contract/privacy';
import { push } from '@lop-xanh/contract/push';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openSession } from '../features/auth/sessions.service.ts';
import { makeSheetInput, today } from './attendance.ts';
import { type TestUser, updateRow } from './fixtures.ts';
import { jpeg, makePostForm } from './post-sites.ts';
import { sendForm } from './send-form.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { request } from './test-app.ts';

const password = 'muaxuan27';

/** In everything about the person, and in nothing else. */
export const canaryWords = { student: 'kanary', parent: 'papagei', mod: 'nandu' } as const;

const fullName = 'Kanary Kanarydem Kanaryten';
const shortName = 'KANARYDEM   kanaryten';

interface Cast {
  admin: TestUser;
  schoolId: number;
  classId: number;
  otherClassId: number;
  teacher: TestUser;
  /** In the same class as the canary. */
  classmate: TestUser;
}

/** Every request must succeed: a canary that was not stored proves nothing. */
const act: typeof request = async (app, endpoint, input) => {
  const response = await request(app, endpoint, input);
  expect(response).toMatchObject({ status: endpoint.status ?? 200 });
  return response;
};

/** Fills every table with words about a student, their parent and a Mod, as people would. */
export async function releaseCanaries(
  app: FastifyInstance,
  database: Database,
  { admin, schoolId, classId, otherClassId, teacher, classmate }: Cast,
) {
  const { db } = database;
  const { token } = admin;
  const create = async (body: object): Promise<TestUser> => {
    const created = await act(app, accounts.create, {
      token,
      body: { password, isChangePass: false, school_id: schoolId, ...body } as never,
    });
    const { id, username } = created.body as Account;
    return { id, username, token: await openSession(db, id) };
  };
  const mod = await create({ role: 'Mod', username: 'nandu.mod', full_name: 'Nandu Quản Trị' });
  const student = await create({
    role: 'Student',
    username: 'kanary.cu',
    full_name: 'Kanary Tên Kanarycu',
    identifier_code: 'KANARY7',
    email: 'kanary@example.vn',
    phone: '09 kanary',
    parent_name: 'Papagei Kanarycha',
    birth_date: '2018-05-05',
    sex: 'female',
    class_id: classId,
  });
  const parent = await create({
    role: 'Parent',
    username: 'papagei.me',
    full_name: 'Papagei Kim Phượng',
    email: 'papagei@example.vn',
    phone: '09 papagei',
    student_ids: [student.id],
  });
  const mateParent = await create({
    role: 'Parent',
    username: 'me.ban',
    full_name: 'Mẹ của bạn',
    student_ids: [classmate.id],
  });
  const asMod = { token: mod.token };
  const editStudent = (body: object) =>
    act(app, accounts.editStudent, { ...asMod, params: { id: student.id }, body });
  await editStudent({ username: 'kanary.moi', full_name: fullName });
  await updateRow(db, 'users', student.id, {
    avatar: 'kanary.webp',
    language: 'en',
  });
  await act(app, auth.login, { body: { username: 'kanary.moi', password } });

  // A move to another class and back, a departure and a return.
  await editStudent({ class_id: otherClassId });
  await act(app, accounts.leave, {
    ...asMod,
    params: { id: student.id },
    body: { left_on: today, reason: 'moved', destination: 'TH Kanary' },
  });
  await act(app, accounts.return, {
    ...asMod,
    params: { id: student.id },
    body: { class_id: classId },
  });
  student.token = await openSession(db, student.id);
  const report = { params: { id: student.id }, query: {} };
  await act(app, history.reportFile, { ...asMod, ...report });
  await act(app, accounts.resetPassword, { ...asMod, params: { id: student.id } });
  await act(app, cards.issue, {
    ...asMod,
    params: { id: classId },
    body: { student_ids: [student.id], givePictures: true },
  });
  student.token = await openSession(db, student.id);
  await updateRow(db, 'users', student.id, { must_change_password: false });
  const browser = createECDH('prime256v1');
  await act(app, push.subscribe, {
    token: student.token,
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/1',
      keys: {
        p256dh: browser.generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    },
  });

  // Posts of others that name the student, with a photo.
  const submit = async (title: string, content: string, file?: string): Promise<Post> => {
    const files = file ? [{ name: file, content: jpeg }] : [];
    const form = makePostForm(files, { title, content });
    const sent = await sendForm(app, posts.create.path, form, { token: teacher.token });
    expect(sent.status).toBe(201);
    return sent.body;
  };
  const decide = (
    endpoint: typeof posts.approve | typeof posts.reject | typeof posts.withdraw,
    id: number,
    body: object = {},
  ) => act(app, endpoint, { ...asMod, params: { id }, body: body as never });
  const post = await submit(`Khen ${fullName}`, `Em ${shortName} hát hay.`, `${fullName}.jpg`);
  await decide(posts.approve, post.id);
  const rejected = await submit('Giờ chơi', 'Không nêu tên ai.');
  await decide(posts.reject, rejected.id, { reason: `Ảnh của ${fullName}` });
  const withdrawn = await submit(`${fullName} và các bạn`, 'Đi tham quan');
  await decide(posts.approve, withdrawn.id);
  await decide(posts.withdraw, withdrawn.id, { reason: `Phụ huynh của ${fullName} yêu cầu` });

  // Comments, likes and reports.
  const comment = async (author: TestUser, text: string): Promise<number> => {
    const sent = await act(app, posts.comment, {
      token: author.token,
      params: { id: post.id },
      body: { text },
      headers: { 'idempotency-key': `${author.id}-${text.length}` },
    });
    return sent.body.id;
  };
  const own = await comment(student, 'Em là kanary');
  const ownHidden = await comment(student, 'Lời kanary không hay');
  const ofClassmate = await comment(classmate, `Chúc mừng ${fullName}`);
  const hiddenOfClassmate = await comment(classmate, 'Chê bạn');
  await act(app, posts.like, { token: student.token, params: { id: post.id } });
  await act(app, posts.like, { token: classmate.token, params: { id: post.id } });
  const tell = (author: TestUser, id: number, reason: string) =>
    act(app, comments.report, { token: author.token, params: { id }, body: { reason } });
  await tell(classmate, own, 'Bạn kanary nói sai');
  await tell(student, ofClassmate, 'kanary không thích');
  await tell(parent, ofClassmate, `papagei mẹ của ${fullName}`);
  const hide = (id: number, reason: string) =>
    act(app, comments.hide, { ...asMod, params: { id }, body: { reason } });
  await hide(ownHidden, 'Em kanary viết sai');
  await hide(hiddenOfClassmate, `Chê ${fullName}`);

  // Attendance: two absences with notes, a correction of each.
  const students = [student, classmate];
  const sheet = makeSheetInput(students, { absent: students.map(({ id }) => id), note: 'kanary' });
  const [ofStudent, ofMate] = sheet.students;
  const mateNote = `Cùng ${fullName}`;
  await act(app, attendance.save, {
    token: teacher.token,
    params: { id: classId },
    body: { ...sheet, students: [ofStudent, { ...ofMate, note: mateNote }] as never },
  });
  const correct = async (id: number, was: string, note: string, reason: string) => {
    const status = 'absent' as const;
    const records = [{ student_id: id, status, note, was: { status, note: was } }];
    await act(app, attendance.correct, {
      ...asMod,
      params: { id: classId, week: 1 },
      body: { records, reason },
    });
  };
  await correct(student.id, 'kanary', 'kanary ốm', 'Mẹ kanary gọi');
  await correct(classmate.id, mateNote, `Đi với ${fullName}`, `Mẹ ${fullName} gọi`);

  // Leave notes of the student and, naming the student, of the classmate; both families read a post.
  await act(app, leave.send, {
    token: parent.token,
    params: { id: student.id },
    body: { first_day: today, last_day: today, reason: 'Kanary ốm, papagei xin phép' },
  });
  const note = await act(app, leave.send, {
    token: mateParent.token,
    params: { id: classmate.id },
    body: { first_day: today, last_day: today, reason: `Đi với ${fullName}` },
  });
  await act(app, leave.decide, {
    ...asMod,
    params: { id: note.body.id },
    body: { status: 'accepted' },
  });
  for (const reader of [student, parent, mateParent]) {
    await act(app, posts.markSeen, { token: reader.token, body: { ids: [post.id] } });
  }

  // Consent on paper, then withdrawn by the parent.
  await act(app, consent.record, {
    ...asMod,
    params: { id: student.id },
    body: {
      side: 'guardian',
      decision: 'given',
      guardian_name: 'Papagei Kanary',
      decided_on: today,
    },
  });
  const answer = (user: TestUser, decision: 'given' | 'refused') =>
    act(app, consent.answer, {
      token: user.token,
      params: { id: student.id },
      body: { decision },
    });
  await answer(student, 'given');
  await answer(parent, 'refused');

  await request(app, auth.login, { body: { username: 'kanary.moi', password: 'sai' } });
  await act(app, auth.login, { body: { username: mod.username, password } });
  const { body: options } = await act(app, factors.startPasskey, { ...asMod, body: { password } });
  const passkey = new SoftwareAuthenticator().create({
    challenge: options.challenge,
    origin: `http://${options.rp.id}`,
  });
  await act(app, factors.addPasskey, { ...asMod, body: { name: 'Máy nandu', response: passkey } });
  await act(app, factors.startPasskey, { ...asMod, body: { password } });
  await act(app, factors.startApp, { ...asMod, body: { password } });
  const viewing = { kind: 'post', id: post.id } as const;
  await act(app, moderation.presence, { ...asMod, body: { viewing, items: [] } });
  return { student, parent, mod, post, fileRequest: createFiler(app, admin) };
}

/** Files a request with words in every text, and accepts it. */
const createFiler =
  (app: FastifyInstance, admin: TestUser) =>
  async (
    subject: TestUser,
    requester: TestUser,
    word: string,
    kind: 'erasure' | 'correction' = 'erasure',
  ) => {
    const filed = await act(app, privacy.file, {
      token: requester.token,
      body: { kind, subject_id: subject.id, details: `Xin xóa ${word}` },
    });
    const { id, version } = filed.body;
    const answered = await act(app, privacy.answer, {
      token: admin.token,
      params: { id },
      body: { version, accepted: true, answer: `Sẽ xóa ${word}` },
    });
    return answered.body;
  };
