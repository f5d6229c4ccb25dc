import { buffer } from 'node:stream/consumers';
import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { auth } from '@lop-xanh/contract/auth';
import { comments } from '@lop-xanh/contract/comments';
import { history } from '@lop-xanh/contract/history';
import { moderation } from '@lop-xanh/contract/moderation';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { privacy } from '@lop-xanh/contract/privacy';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openSession } from '../features/auth/sessions.service.ts';
import { listFiles } from '../storage/disk-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { makeSheetInput, today } from './attendance.ts';
import { addChild, insertRow, password, type TestUser, updateRow } from './fixtures.ts';
import { jpeg, makePostForm } from './post-sites.ts';
import { sendForm } from './send-form.ts';
import { request } from './test-app.ts';

/** In everything about the person, and in nothing else. */
export const canaryWords = { student: 'kanary', parent: 'papagei', mod: 'nandu' } as const;

const fullName = 'Kanarý Kanarydem Kanaryten'.replace('ý', 'y');
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

/** Fills every table with words about a student, their parent and a Mod, as people would. */
export async function releaseCanaries(
  app: FastifyInstance,
  database: Database,
  { admin, schoolId, classId, otherClassId, teacher, classmate }: Cast,
) {
  const { db } = database;
  const { token } = admin;
  const create = async (body: object): Promise<TestUser> => {
    const created = await request(app, accounts.create, {
      token,
      body: { password, isChangePass: false, school_id: schoolId, ...body } as never,
    });
    expect(created.status).toBe(201);
    const { id, username } = created.body as Account;
    return { id, username, token: await openSession(db, id) };
  };
  const mod = await create({ role: 'Mod', username: 'nandu.mod', full_name: 'Nandu Quản Trị' });
  const student = await create({
    role: 'Student',
    username: 'kanary.cu',
    full_name: 'Kanary Tên Cũ',
    identifier_code: 'KANARY7',
    email: 'kanary@example.vn',
    phone: '09 kanary',
    parent_name: 'Papagei Kanarycha',
    class_id: classId,
  });
  const parent = await create({
    role: 'Parent',
    username: 'papagei.me',
    full_name: 'Papagei Kim Phượng',
    email: 'papagei@example.vn',
    phone: '09 papagei',
  });
  await addChild(db, { parent, child: student });
  const asMod = { token: mod.token };
  const editStudent = (body: object) =>
    request(app, accounts.editStudent, { ...asMod, params: { id: student.id }, body });
  await editStudent({ username: 'kanary.moi', full_name: fullName });
  await updateRow(db, 'users', student.id, {
    avatar: 'kanary.webp',
    language: 'en',
    birth_date: '2018-05-05',
    sex: 'female',
  });
  await request(app, auth.login, { body: { username: 'kanary.moi', password: 'sai' } });
  await request(app, auth.login, { body: { username: 'kanary.moi', password } });

  // A move to another class and back, a departure and a return.
  await editStudent({ class_id: otherClassId });
  await request(app, accounts.leave, {
    ...asMod,
    params: { id: student.id },
    body: { left_on: today, reason: 'moved', destination: 'TH Kanary' },
  });
  await request(app, accounts.return, {
    ...asMod,
    params: { id: student.id },
    body: { class_id: classId },
  });
  student.token = await openSession(db, student.id);
  const report = { params: { id: student.id }, query: {} };
  await request(app, history.reportFile, { ...asMod, ...report });
  await request(app, accounts.resetPassword, { ...asMod, params: { id: student.id } });
  student.token = await openSession(db, student.id);
  await updateRow(db, 'users', student.id, { must_change_password: false });

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
  ) => request(app, endpoint, { ...asMod, params: { id }, body: body as never });
  const post = await submit(`Khen ${fullName}`, `Em ${shortName} hát hay.`, `${fullName}.jpg`);
  await decide(posts.approve, post.id);
  const rejected = await submit('Giờ chơi', 'Không nêu tên ai.');
  await decide(posts.reject, rejected.id, { reason: `Ảnh của ${fullName}` });
  const withdrawn = await submit(`${fullName} và các bạn`, 'Đi tham quan');
  await decide(posts.approve, withdrawn.id);
  await decide(posts.withdraw, withdrawn.id, { reason: `Phụ huynh của ${fullName} yêu cầu` });

  // Comments, likes and reports.
  const comment = async (author: TestUser, text: string): Promise<number> => {
    const sent = await request(app, posts.comment, {
      token: author.token,
      params: { id: post.id },
      body: { text },
      headers: { 'idempotency-key': `${author.id}-${text.length}` },
    });
    expect(sent.status).toBe(201);
    return sent.body.id;
  };
  const own = await comment(student, 'Em là kanary');
  const ownHidden = await comment(student, 'Lời kanary không hay');
  const ofClassmate = await comment(classmate, `Chúc mừng ${fullName}`);
  const hiddenOfClassmate = await comment(classmate, 'Chê bạn');
  await request(app, posts.like, { token: student.token, params: { id: post.id } });
  await request(app, posts.like, { token: classmate.token, params: { id: post.id } });
  const tell = (author: TestUser, id: number, reason: string) =>
    request(app, comments.report, { token: author.token, params: { id }, body: { reason } });
  await tell(classmate, own, 'Bạn kanary nói sai');
  await tell(student, ofClassmate, 'kanary không thích');
  await tell(parent, ofClassmate, `papagei mẹ của ${fullName}`);
  const hide = (id: number, reason: string) =>
    request(app, comments.hide, { ...asMod, params: { id }, body: { reason } });
  await hide(ownHidden, 'Em kanary viết sai');
  await hide(hiddenOfClassmate, `Chê ${fullName}`);

  // Attendance: two absences with notes, a correction of each.
  const students = [student, classmate];
  const sheet = makeSheetInput(students, { absent: students.map(({ id }) => id), note: 'kanary' });
  const [ofStudent, ofMate] = sheet.students;
  const mateNote = `Cùng ${fullName}`;
  const saved = await request(app, attendance.save, {
    token: teacher.token,
    params: { id: classId },
    body: { ...sheet, students: [ofStudent, { ...ofMate, note: mateNote }] as never },
  });
  expect(saved.status).toBe(201);
  const correct = async (id: number, was: string, note: string, reason: string) => {
    const status = 'absent' as const;
    const records = [{ student_id: id, status, note, was: { status, note: was } }];
    const corrected = await request(app, attendance.correct, {
      ...asMod,
      params: { id: classId, week: 1 },
      body: { records, reason },
    });
    expect(corrected.status).toBe(200);
  };
  await correct(student.id, 'kanary', 'kanary ốm', 'Mẹ kanary gọi');
  await correct(classmate.id, mateNote, `Đi với ${fullName}`, `Mẹ ${fullName} gọi`);

  await insertRow(db, 'photo_consents', {
    school_id: schoolId,
    student_id: student.id,
    side: 'guardian',
    decision: 'given',
    evidence: 'paper',
    guardian_name: 'Papagei Kim Phượng',
    decided_on: today,
    recorded_by: mod.id,
  });
  await insertRow(db, 'notifications', {
    user_id: mod.id,
    sender_id: parent.id,
    type: 'consent_withdrawn',
    ref_id: student.id,
    about: fullName,
  });
  await insertRow(db, 'audit_log', {
    actor_id: parent.id,
    actor: parent.username,
    action: 'created',
    subject: 'photo_consent',
    subject_id: student.id,
    subject_name: fullName,
    school_id: schoolId,
    details: { guardian_name: 'Papagei' },
  });

  const viewing = { kind: 'post', id: post.id } as const;
  await request(app, moderation.presence, { ...asMod, body: { viewing, items: [] } });
  return { student, parent, mod, post, fileRequest: createFiler(app, admin) };
}

/** Files a request for erasure with words in every text, and accepts it. */
const createFiler =
  (app: FastifyInstance, admin: TestUser) =>
  async (subject: TestUser, requester: TestUser, word: string) => {
    const filed = await request(app, privacy.file, {
      token: requester.token,
      body: { kind: 'erasure', subject_id: subject.id, details: `Xin xóa ${word}` },
    });
    expect(filed.status).toBe(201);
    const { id, version } = filed.body;
    const answered = await request(app, privacy.answer, {
      token: admin.token,
      params: { id },
      body: { version, accepted: true, answer: `Sẽ xóa ${word}` },
    });
    expect(answered.status).toBe(200);
    return answered.body;
  };

export type TableRow = Record<string, unknown>;

/** Every row of every table, with bytes as text where they are text. */
export async function dumpTables({ pool }: Database): Promise<Record<string, TableRow[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm') order by 1`);
  const dump: Record<string, TableRow[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(`select * from "${name}"`);
    dump[name] = rows.map((row: TableRow) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          Buffer.isBuffer(value) ? value.toString('latin1') : value,
        ]),
      ),
    );
  }
  return dump;
}

/** Where a word stands: `table.column`, or the name of a file. */
export function findInTables(dump: Record<string, TableRow[]>, word: string): string[] {
  const found = Object.entries(dump).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row)
        .filter(([, value]) => containsWord(JSON.stringify(value ?? ''), word))
        .map(([column]) => `${table}.${column}`),
    ),
  );
  return [...new Set(found)].toSorted();
}

export async function findInFiles(storage: Storage, word: string): Promise<string[]> {
  const found: string[] = [];
  for await (const name of storage.listNames()) {
    const file = await storage.find(name);
    const content = file && (await buffer(await file.read({ first: 0, last: file.size - 1 })));
    if (containsWord(name + (content?.toString('latin1') ?? ''), word)) found.push(name);
  }
  for await (const name of listFiles(storage.incoming)) found.push(name);
  return found;
}

export const containsWord = (text: string, word: string) =>
  text.normalize('NFC').toLowerCase().includes(word);
