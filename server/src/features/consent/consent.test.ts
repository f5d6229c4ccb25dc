import { audit } from '@lop-xanh/contract/audit';
import {
  type ConsentDecision,
  type ConsentRecord,
  type ConsentSide,
  consent,
  type PostToReview,
} from '@lop-xanh/contract/consent';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addAttachment,
  addClass,
  addPost,
  addSchool,
  addTwoSchools,
  addUser,
  insertRow,
  moveUser,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { fetchNotifications, watchNotifications } from '../../testing/notifications.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { collectNotifications } = watchNotifications(db);

let world: TwoSchools;
let ours: TwoSchools['ours'];
beforeEach(async () => {
  world = await addTwoSchools(database);
  ours = world.ours;
  await updateRow(db, 'users', ours.parent.id, { last_name: 'Trần Thị', first_name: 'Hoa' });
});

const today = getVietnamDate(new Date());
/** The day on which somebody born that many days later than today turns seven. */
const bornSevenYearsAgo = (days: number) => {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCFullYear(day.getUTCFullYear() - 7);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

const read = (user: TestUser, { id } = ours.student) =>
  request(app, consent.read, { token: user.token, params: { id } });
const answer = (user: TestUser, decision: ConsentDecision, { id } = ours.student) =>
  request(app, consent.answer, { token: user.token, params: { id }, body: { decision } });

interface Form {
  side: ConsentSide;
  decision: ConsentDecision;
  guardian_name?: string;
}
const record = (user: TestUser, form: Form, { student = ours.student, decided_on = today } = {}) =>
  request(app, consent.record, {
    token: user.token,
    params: { id: student.id },
    body: { ...form, decided_on },
  });

const readClass = (user: TestUser, id = ours.classId) =>
  request(app, consent.ofClass, { token: user.token, params: { id } });

describe('photos of a student', () => {
  test('may not be shown without an answer', async () => {
    const { body } = await read(ours.mod);
    expect(body).toEqual({
      guardian: null,
      child: null,
      needsChild: true,
      isGiven: false,
      records: [],
      can: { answer: false, record: true },
    });
  });

  test('may be shown when the guardian and the child have agreed', async () => {
    expect((await answer(ours.parent, 'given')).body).toMatchObject({
      guardian: 'given',
      child: null,
      isGiven: false,
      can: { answer: true, record: false },
    });
    expect((await answer(ours.student, 'given')).body).toMatchObject({
      guardian: 'given',
      child: 'given',
      isGiven: true,
      can: { answer: true, record: false },
    });
    expect((await answer(ours.student, 'refused')).body).toMatchObject({ isGiven: false });
  });

  test.each([
    ['until the day before their seventh birthday', bornSevenYearsAgo(1), false],
    ['from their seventh birthday', bornSevenYearsAgo(0), true],
    ['without a known birthday', null, true],
  ])('need the child’s own answer or not: %s', async (_, birth_date, needsChild) => {
    await updateRow(db, 'users', ours.student.id, { birth_date });
    const { body } = await answer(ours.parent, 'given');
    expect(body).toMatchObject({ needsChild, isGiven: !needsChild });
  });

  test('follow the answer of the latest day, of the same day the one recorded last', async () => {
    const form = { side: 'guardian', decision: 'given' } as const;
    await answer(ours.parent, 'refused');
    const { body } = await record(ours.mod, form, { decided_on: '2026-09-07' });
    expect(body.guardian).toBe('refused');
    expect(body.records.map(({ decision }: ConsentRecord) => decision)).toEqual([
      'refused',
      'given',
    ]);
    expect((await record(ours.mod, form)).body.guardian).toBe('given');
  });
});

describe('a record', () => {
  test('says who decided, how, when, and who recorded it', async () => {
    await answer(ours.parent, 'given');
    await answer(ours.student, 'refused');
    const form = { side: 'guardian', decision: 'given', guardian_name: 'Ông Ba' } as const;
    const { body } = await record(ours.teacher, form, { decided_on: '2026-09-07' });
    expect(body.records).toEqual([
      {
        id: expect.any(Number),
        side: 'child',
        decision: 'refused',
        evidence: 'app',
        guardian_name: null,
        decided_on: today,
        recorded_by: 'An',
        recorded_at: expect.any(String),
      },
      expect.objectContaining({
        side: 'guardian',
        evidence: 'app',
        guardian_name: 'Trần Thị Hoa',
        recorded_by: 'Trần Thị Hoa',
      }),
      expect.objectContaining({
        side: 'guardian',
        evidence: 'paper',
        guardian_name: 'Ông Ba',
        decided_on: '2026-09-07',
      }),
    ]);
  });

  test('of the child’s side has no guardian, and an empty name is none', async () => {
    await record(ours.mod, { side: 'child', decision: 'given', guardian_name: 'Ông Ba' });
    const { body } = await record(ours.mod, {
      side: 'guardian',
      decision: 'given',
      guardian_name: ' ',
    });
    expect(body.records.map(({ guardian_name }: ConsentRecord) => guardian_name)).toEqual([
      null,
      null,
    ]);
  });

  test.each(['2999-01-01', '0000-01-01', '1899-12-31', '2026-02-30'])(
    'cannot have been decided on %s',
    async (decided_on) => {
      const form = { side: 'guardian', decision: 'given' } as const;
      const { status, body } = await record(ours.mod, form, { decided_on });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('decided_on');
    },
  );

  test('is in the audit log with the former answer, without the guardian’s name', async () => {
    await answer(ours.parent, 'given');
    await record(ours.mod, { side: 'guardian', decision: 'refused', guardian_name: 'Ông Ba' });
    const { body } = await request(app, audit.list, {
      token: ours.mod.token,
      query: { subject: 'photo_consent' },
    });
    expect(body.audit).toMatchObject([
      {
        action: 'created',
        actor: ours.mod.username,
        subject_id: ours.student.id,
        subject_name: 'An',
        details: {
          fields: ['guardian'],
          old: { guardian: 'given' },
          new: { guardian: 'refused' },
          evidence: 'paper',
          decided_on: today,
        },
      },
      {
        actor: ours.parent.username,
        details: { old: { guardian: null }, new: { guardian: 'given' } },
      },
    ]);
    expect(JSON.stringify(body.audit)).not.toContain('Ông Ba');
  });
});

describe('the students of a class', () => {
  const recordClass = (
    user: TestUser,
    records: (Form & { student_id: number })[],
    { id = ours.classId, decided_on = today } = {},
  ) =>
    request(app, consent.recordClass, {
      token: user.token,
      params: { id },
      body: { decided_on, records },
    });

  test('are listed by given name, each with the state that their own page shows', async () => {
    const inClass = { school_id: ours.schoolId, class_id: ours.classId };
    const binh = await addUser(database, { role: 'Student', first_name: 'Bình', ...inClass });
    await addUser(database, { role: 'Student', first_name: 'Ánh', ...inClass });
    await answer(ours.parent, 'given');
    await record(ours.mod, { side: 'child', decision: 'refused' }, { student: binh });
    const { body } = await readClass(ours.teacher);
    expect(body.students.map(({ full_name }: { full_name: string }) => full_name)).toEqual([
      'An',
      'Ánh',
      'Bình',
    ]);
    for (const { id, guardian, child, needsChild, isGiven } of body.students) {
      const state = { guardian, child, needsChild, isGiven };
      expect((await read(ours.teacher, { ...binh, id })).body).toMatchObject(state);
    }
  });

  test('are recorded at once from their paper forms', async () => {
    const inClass = { school_id: ours.schoolId, class_id: ours.classId };
    const binh = await addUser(database, { role: 'Student', first_name: 'Bình', ...inClass });
    const { body } = await recordClass(ours.teacher, [
      { student_id: ours.student.id, side: 'guardian', decision: 'given', guardian_name: 'Mẹ An' },
      { student_id: ours.student.id, side: 'child', decision: 'given' },
      { student_id: binh.id, side: 'guardian', decision: 'refused' },
    ]);
    expect(body.students).toMatchObject([
      { id: ours.student.id, guardian: 'given', child: 'given', isGiven: true },
      { id: binh.id, guardian: 'refused', child: null, isGiven: false },
    ]);
    const { body: own } = await read(ours.parent);
    expect(own.records.map(({ guardian_name }: ConsentRecord) => guardian_name)).toEqual([
      null,
      'Mẹ An',
    ]);
  });

  test('are all recorded or none', async () => {
    const form = { side: 'guardian', decision: 'given' } as const;
    const records = [ours.student, ours.otherStudent].map(({ id }) => ({
      student_id: id,
      ...form,
    }));
    const { status, body } = await recordClass(ours.mod, records);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('records.1.student_id');
    expect((await read(ours.mod)).body.records).toEqual([]);
    const future = await recordClass(ours.mod, records.slice(0, 1), { decided_on: '2999-01-01' });
    expect(future.status).toBe(400);
  });
});

test('a class lists exactly the students whose own consent the user may read', async () => {
  const pastClass = await addClass(db, ours.schoolId, '2A', 2, 2024);
  for (const { id } of [ours.student, ours.otherStudent, ours.teacher]) {
    await insertRow(db, 'memberships', {
      school_id: ours.schoolId,
      class_id: pastClass,
      user_id: id,
      kind: id === ours.teacher.id ? 'homeroom' : 'student',
      started_at: '2024-09-01',
      ended_at: '2025-05-31',
    });
  }
  // One of them has moved to another school since.
  await moveUser(db, { userId: ours.otherStudent.id, classId: null });
  await updateRow(db, 'users', ours.otherStudent.id, { school_id: world.theirs.schoolId });
  await moveUser(db, { userId: ours.otherStudent.id, classId: world.theirs.classId });

  const { theirs, admin } = world;
  const classIds = [
    ours.classId,
    ours.otherClassId,
    pastClass,
    theirs.classId,
    theirs.otherClassId,
  ];
  const students = [ours.student, ours.otherStudent, theirs.student, theirs.otherStudent];
  const readers = [ours, theirs].flatMap(({ teacher, otherTeacher, mod }) => [
    teacher,
    otherTeacher,
    mod,
  ]);
  for (const reader of [...readers, admin]) {
    const listed = new Set<number>();
    for (const id of classIds) {
      const { status, body } = await readClass(reader, id);
      if (status === 200) for (const student of body.students) listed.add(student.id);
    }
    for (const student of students) {
      const isReadable = (await read(reader, student)).status === 200;
      expect([reader.username, student.id, listed.has(student.id)]).toEqual([
        reader.username,
        student.id,
        isReadable,
      ]);
    }
  }
});

describe('the Mods of the school', () => {
  const agree = async () => {
    await answer(ours.parent, 'given');
    await answer(ours.student, 'given');
  };

  test('are notified when photos may no longer be shown', async () => {
    await agree();
    expect(await collectNotifications(() => answer(ours.student, 'refused'))).toEqual({
      [ours.mod.username]: ['consent_withdrawn'],
    });
    const [notification] = await fetchNotifications(app, ours.mod);
    expect(notification).toMatchObject({
      type: 'consent_withdrawn',
      refType: 'user',
      refId: ours.student.id,
      about: 'An',
      message: 'An không còn được đăng ảnh: xem lại các bài có ảnh',
    });
  });

  test('are not notified of a refusal where nothing was allowed, nor of their own record', async () => {
    expect(await collectNotifications(() => answer(ours.student, 'refused'))).toEqual({});
    await agree();
    const withdraw = () => record(ours.mod, { side: 'guardian', decision: 'refused' });
    expect(await collectNotifications(withdraw)).toEqual({});
    expect(await collectNotifications(() => answer(ours.parent, 'refused'))).toEqual({});
  });
});

describe('the posts to review', () => {
  const readPosts = async (user: TestUser, query = {}) => {
    const { body } = await request(app, consent.posts, {
      token: user.token,
      params: { id: ours.student.id },
      query,
    });
    return body;
  };
  const addPhotoPost = async (author = ours.teacher, fields: object = { status: 'approved' }) => {
    const postId = await addPost(db, { schoolId: ours.schoolId, author, status: 'approved' });
    await addAttachment(db, { schoolId: ours.schoolId, postId });
    await updateRow(db, 'posts', postId, fields);
    return postId;
  };

  test('are the approved ones with photos of the classes while the student was in them', async () => {
    const first = await addPhotoPost();
    await addPhotoPost(ours.teacher, { status: 'pending' });
    await addPhotoPost(ours.teacher, { created_at: '2020-01-01' });
    await moveUser(db, { userId: ours.student.id, classId: ours.otherClassId });
    await addPhotoPost();
    const second = await addPhotoPost(ours.otherTeacher, { photos_confirmed_at: '2026-11-01' });
    const secondPhoto = { position: 1, blurred_faces: 3 };
    await addAttachment(db, { schoolId: ours.schoolId, postId: first, ...secondPhoto });
    const { posts } = await readPosts(ours.mod);
    expect(posts).toEqual([
      {
        id: second,
        title: 'Tin',
        author: 'An',
        class_name: '4B',
        createdAt: expect.any(String),
        photos: 1,
        blurredFaces: 0,
        confirmed: true,
      },
      expect.objectContaining({ id: first, class_name: '3A', photos: 2, blurredFaces: 3 }),
    ]);
  });

  test('are read page by page, newest first', async () => {
    const ids = [await addPhotoPost(), await addPhotoPost(), await addPhotoPost()];
    const { posts, next } = await readPosts(ours.mod, { limit: 2 });
    expect(posts.map(({ id }: PostToReview) => id)).toEqual([ids[2], ids[1]]);
    const last = await readPosts(ours.mod, { limit: 2, before: next });
    expect(last).toMatchObject({ posts: [{ id: ids[0] }], next: null });
  });

  test('of another school are not shown to the Mod', async () => {
    const post = await addPhotoPost();
    const schoolId = await addSchool(db, 'TH Mới');
    const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
    await moveUser(db, { userId: ours.student.id, classId: null });
    await updateRow(db, 'users', ours.student.id, { school_id: schoolId });
    expect((await readPosts(mod)).posts).toEqual([]);
    expect((await readPosts(world.admin)).posts.map(({ id }: PostToReview) => id)).toEqual([post]);
  });
});
