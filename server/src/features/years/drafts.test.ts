import { accounts } from '@lop-xanh/contract/accounts';
import { audit } from '@lop-xanh/contract/audit';
import { leaves } from '@lop-xanh/contract/rules/rollover';
import { expect, test } from 'vitest';
import { thisSchoolYear } from '../../testing/attendance.ts';
import { addUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { addSmallSchool, createYearClient, findKey } from '../../testing/year-client.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const admin = await addUser(database, { role: 'Admin' });

test('the draft is a proposal until somebody saves it', async () => {
  const school = await addSmallSchool(database);
  const { schoolId, mod, first, newcomer } = school;
  const draft = await createYearClient(app, mod).readDraft();
  expect(draft).toMatchObject({ version: 0, saved_at: null, saved_by: null });
  expect(draft.school).toMatchObject({ school_id: schoolId, year: thisSchoolYear + 1 });
  expect(draft.school.classes).toHaveLength(5);
  expect(draft.school.classes[0]).toEqual({
    id: first.id,
    name: '1A',
    grade_id: 1,
    teacher_id: first.teacher.id,
  });
  expect(draft.school.teachers).toHaveLength(5);
  expect(draft.school.students).toHaveLength(11);
  const { id, class_id } = draft.school.students.find(({ id }) => id === newcomer.id) ?? {};
  expect([id, class_id]).toEqual([newcomer.id, null]);
  expect(draft.plan.classes.map(({ name, teacher_id }) => [name, teacher_id])).toEqual([
    ['1A', first.teacher.id],
    ['2A', school.second.teacher.id],
    ['3A', school.third.teacher.id],
    ['4A', school.fourth.teacher.id],
    ['5A', school.fifth.teacher.id],
  ]);
});

test('students who have left, and inactive ones without a class, are not in the draft', async () => {
  const { schoolId, mod, first, second, third } = await addSmallSchool(database);
  await request(app, accounts.leave, {
    token: mod.token,
    params: { id: first.students[0].id },
    body: { left_on: '2026-01-05', reason: 'moved' },
  });
  const deactivate = (id: number) =>
    request(app, accounts.edit, { token: mod.token, params: { id }, body: { status: 'inactive' } });
  await deactivate(second.students[0].id);
  await deactivate(third.teacher.id);
  const inactive = { role: 'Student', school_id: schoolId, status: 'inactive' } as const;
  const { id: inactiveId } = await addUser(database, inactive);
  const { school, plan } = await createYearClient(app, mod).readDraft();
  const ids = school.students.map(({ id }) => id);
  expect(ids).not.toContain(first.students[0].id);
  expect(ids).not.toContain(inactiveId);
  expect(ids).toContain(second.students[0].id);
  expect(school.teachers.map(({ id }) => id)).not.toContain(third.teacher.id);
  expect(plan.classes.find(({ name }) => name === '3A')?.teacher_id).toBeNull();
});

test('a saved draft is read by others with its version and who saved it', async () => {
  const { schoolId, mod, first } = await addSmallSchool(database);
  const colleague = await addUser(database, {
    role: 'Mod',
    school_id: schoolId,
    first_name: 'Hạnh',
  });
  const client = createYearClient(app, mod);
  const { plan } = await client.readDraft();
  const students = [{ student_id: first.students[0].id, to: leaves }];
  const saved = await client.save(0, { ...plan, students }, colleague.token);
  expect(saved).toMatchObject({ status: 200, body: { version: 1, saved_by: 'Hạnh' } });
  const read = await client.readDraft();
  expect(read).toEqual(saved.body);
  expect(read.plan.students).toEqual(students);
  expect((await client.save(1, plan)).body.version).toBe(2);
  expect((await client.save(2, plan)).body.version).toBe(3);
  expect((await client.save(3, plan, colleague.token)).body.version).toBe(4);
  const { body } = await request(app, audit.list, {
    token: admin.token,
    query: { school_id: schoolId, subject: 'school_year' },
  });
  expect(body.audit).toMatchObject([
    { actor: mod.username, action: 'changed', details: { fields: ['draft'] } },
    { actor: colleague.username, action: 'changed', details: { fields: ['draft'] } },
  ]);
});

test('of two people who save the same version, the second gets a conflict', async () => {
  const { mod } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  const { plan } = await client.readDraft();
  const responses = await Promise.all([client.save(0, plan), client.save(0, plan)]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const stale = await client.save(0, plan);
  expect(stale).toMatchObject({ status: 409, body: { reason: 'draft_changed' } });
});

test('references to people and classes that are gone, or of other schools, are dropped', async () => {
  const school = await addSmallSchool(database);
  const other = await addSmallSchool(database);
  const client = createYearClient(app, school.mod);
  const { plan } = await client.readDraft();
  const [deleted, kept] = school.third.students;
  await client.save(0, {
    ...plan,
    classes: plan.classes.map((newClass) =>
      newClass.name === '2A' ? { ...newClass, teacher_id: other.first.teacher.id } : newClass,
    ),
    successors: [...plan.successors, { class_id: other.first.id, to: leaves }],
    students: [deleted, kept, other.newcomer].map(({ id }) => ({ student_id: id, to: leaves })),
  });
  for (const { id } of [deleted, school.fourth.teacher]) {
    await request(app, accounts.delete, { token: admin.token, params: { id } });
  }
  const read = await client.readDraft();
  const teachers = read.plan.classes.map(({ name, teacher_id }) => [name, teacher_id]);
  expect(Object.fromEntries(teachers)).toMatchObject({
    '2A': null,
    '3A': school.third.teacher.id,
    '4A': null,
  });
  expect(read.plan.successors).toEqual(plan.successors);
  expect(read.plan.students).toEqual([{ student_id: kept.id, to: leaves }]);
});

test('a name is stored in its composed Unicode form', async () => {
  const { mod } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  const { plan } = await client.readDraft();
  const key = findKey(plan, '3A');
  const classes = plan.classes.map((newClass) =>
    newClass.key === key ? { ...newClass, name: 'Hoa Đào'.normalize('NFD') } : newClass,
  );
  const { body } = await client.save(0, { ...plan, classes });
  expect(findKey(body.plan, 'Hoa Đào')).toBe(key);
});
