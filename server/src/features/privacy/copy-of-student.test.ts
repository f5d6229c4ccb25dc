import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { avatars } from '@lop-xanh/contract/avatars';
import { teaching } from '@lop-xanh/contract/teaching';
import { beforeEach, expect, test } from 'vitest';
import { thisSchoolYear, today } from '../../testing/attendance.ts';
import { type CopySchool, makeCopySchool } from '../../testing/copy-school.ts';
import { fillCopySchool } from '../../testing/fill-copy-school.ts';
import { addCard, addClass, moveUser, password } from '../../testing/fixtures.ts';
import { jpeg } from '../../testing/post-sites.ts';
import { sendForm } from '../../testing/send-form.ts';
import { addTaughtKind, addTaughtPhoto } from '../../testing/taught.ts';
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

test('the copy of a student is what was put in', async () => {
  const { naming, general } = await fillCopySchool(school);
  const { student } = school.ours;
  await request(app, auth.login, {
    body: { username: student.username, password },
  });
  await addCard(db, { student, issuedBy: school.teacher });
  await request(app, avatars.choose, { token: student.token, body: { animal: 'cat' } });
  const avatarForm = new FormData();
  avatarForm.append('avatar', new Blob([jpeg]), 'sen.jpg');
  await sendForm(app, avatars.upload.path, avatarForm, { token: student.token });
  const school_id = school.schoolId;
  const kind_id = await addTaughtKind(db, school_id, { name: 'Pin' });
  const image = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
  await request(app, teaching.addPhoto, {
    token: student.token,
    params: { id: kind_id },
    body: { image },
  });
  await addTaughtPhoto(db, { school_id, kind_id, added_by: student.id });
  const { copy, parts, headers, page } = await school.copyOf(student, school.ours.parent);
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
      last_login_at: expect.any(String),
      avatar: '/uploads/avt/cat.svg',
      created_at: time,
    },
    avatar_photos: [
      { path: `files/avatar-${student.id}-1.webp`, is_approved: false, created_at: time },
    ],
    taught_photos: [
      {
        kind: 'Pin',
        path: `files/taught-${student.id}-1.webp`,
        is_approved: false,
        is_imported: false,
        added_at: time,
      },
      { kind: 'Pin', path: null, is_approved: true, is_imported: false, added_at: time },
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

  const photo = await school.readFile(naming.attachments[0]?.url as string);
  expect(Object.keys(parts).toSorted()).toEqual(
    [
      'data.json',
      'index.html',
      `files/${naming.id}-1.webp`,
      `files/avatar-${student.id}-1.webp`,
      `files/taught-${student.id}-1.webp`,
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

test('former names, codes, classes and departures are in the copy', async () => {
  const { student } = school.ours;
  const edit = (body: object) =>
    school.call(school.mod, accounts.editStudent, {
      params: { id: student.id },
      body: body as never,
    });
  await edit({ identifier_code: `CU-${student.id}` });
  await edit({ identifier_code: `MOI-${student.id}`, first_name: 'Huệ' });
  const post = await school.publishPost('Tên cũ', 'Nguyễn Thị Hoa và các bạn.');
  const nextClass = await addClass(db, school.schoolId, '3B');
  await moveUser(db, { userId: student.id, classId: nextClass });
  await school.publishPost('Sau khi chuyển', 'Nguyễn Thị Hoa đã chuyển lớp.');
  await school.call(school.mod, accounts.leave, {
    params: { id: student.id },
    body: { left_on: today, reason: 'moved', destination: 'TH Xa' },
  });
  const { copy } = await school.copyOf(student);
  const { person } = copy;
  expect(person.former_names).toEqual([{ full_name: 'Nguyễn Thị Hoa', until: time }]);
  expect(person.former_codes).toEqual([{ code: `CU-${student.id}` }]);
  expect(person.classes.map(({ class_name }) => class_name)).toEqual(['3A', '3B']);
  expect(person.departures).toEqual([
    { left_on: today, reason: 'moved', destination: 'TH Xa', returned_at: null },
  ]);
  expect(person.posts_naming_them.map(({ id }) => id)).toEqual([post.id]);
});
