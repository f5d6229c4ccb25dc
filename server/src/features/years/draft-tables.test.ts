import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { languages } from '@lop-xanh/contract/rules/languages';
import { graduates, leaves } from '@lop-xanh/contract/rules/rollover';
import { type RolloverDraft, years } from '@lop-xanh/contract/years';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { readSheets } from '../../tables/read-table.ts';
import { addUser, type TestUser } from '../../testing/fixtures.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { addSmallSchool, createYearClient, findKey, makeReady } from '../../testing/year-client.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const admin = await addUser(database, { role: 'Admin' });

async function exportFile({ token }: TestUser): Promise<Uint8Array<ArrayBuffer>> {
  const { status, body } = await request(app, years.draftFile, { token, query: {} });
  expect(status).toBe(200);
  return body;
}
const exportRows = async (user: TestUser) =>
  (await readSheets(await exportFile(user)))[0]?.rows as string[][];

const importFile = (
  { token }: TestUser,
  version: number,
  content: string | Uint8Array<ArrayBuffer>,
) => sendTable(app, years.importDraft, { token, content, query: { version } });

/** A table of new classes by username. */
const importLines = (user: TestUser, version: number, lines: [TestUser | string, string][]) => {
  const rows = lines.map(([person, name]) =>
    [typeof person === 'string' ? person : person.username, name].join(),
  );
  return importFile(user, version, ['Tên đăng nhập,Lớp mới', ...rows].join('\n'));
};

const listIssues = (body: { issues: { path: string; reason: string }[] }) =>
  body.issues.map(({ path, reason }) => [path, reason]);

test('the file lists students by class, then new students and teachers, with their old and new class', async () => {
  const { mod, schoolId, first, second, newcomer } = await addSmallSchool(database);
  await db.run(sql`update users set identifier_code = 'HS' || id where id = ${newcomer.id}`);
  const client = createYearClient(app, mod);
  const { plan } = await client.readDraft();
  const students = [
    { student_id: second.students[0].id, to: leaves },
    { student_id: second.students[1].id, to: findKey(plan, '1A') },
  ];
  await client.save(0, { ...plan, students });
  const [headings, ...rows] = await exportRows(mod);
  expect(headings).toEqual([
    'Vai trò',
    'Mã định danh',
    'Tên đăng nhập',
    'Họ và tên',
    'Lớp cũ',
    'Lớp mới',
  ]);
  expect(rows).toHaveLength(16);
  expect(rows.map((row) => row.slice(-2).join(' → '))).toEqual([
    '1A → 2A',
    '1A → 2A',
    '2A → Rời đi',
    '2A → 1A',
    '3A → 4A',
    '3A → 4A',
    '4A → 5A',
    '4A → 5A',
    '5A → Ra trường',
    '5A → Ra trường',
    ' → ',
    '1A → 1A',
    '2A → 2A',
    '3A → 3A',
    '4A → 4A',
    '5A → 5A',
  ]);
  expect(rows[0]?.slice(0, 4)).toEqual(['Học sinh', '', first.students[0].username, 'An']);
  expect(rows[10]?.slice(1, 3)).toEqual([`HS${newcomer.id}`, newcomer.username]);
  expect(rows[11]?.slice(0, 3)).toEqual(['Giáo viên', '', first.teacher.username]);
  const { body } = await request(app, audit.list, {
    token: admin.token,
    query: { school_id: schoolId, action: 'exported' },
  });
  expect(body.audit).toMatchObject([{ subject: 'school_year', details: { rows: 16 } }]);
});

test.each(languages)(
  'an unchanged export in %s changes nothing, in any language',
  async (language) => {
    const { mod, first, third } = await addSmallSchool(database);
    const client = createYearClient(app, mod);
    const choose = (chosen: (typeof languages)[number]) =>
      request(app, auth.setLanguage, { token: mod.token, body: { language: chosen } });
    const proposal = await client.readDraft();
    await choose(language);
    for (const imported of languages) {
      const file = await exportFile(mod);
      await choose(imported);
      expect((await importFile(mod, 0, file)).body).toEqual(proposal);
    }
    // Two classes of the same name, a decision that repeats that of the class, a teacher of two classes.
    const plan = makeReady(proposal);
    const { body: saved } = await client.save(0, {
      ...plan,
      classes: plan.classes.map((newClass) => {
        if (newClass.name === '5A') return { ...newClass, name: '4A' };
        if (newClass.name === '2A') return { ...newClass, teacher_id: first.teacher.id };
        return newClass;
      }),
      students: [
        ...plan.students,
        { student_id: third.students[0].id, to: findKey(plan, '4A') },
        { student_id: third.students[1].id, to: graduates },
      ],
    });
    expect(saved.version).toBe(1);
    expect((await importFile(mod, 1, await exportFile(mod))).body).toEqual(saved);
  },
);

test('new classes of students and teachers are read from the file', async () => {
  const { mod, schoolId, first, second, fifth, newcomer } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  const { plan } = await client.readDraft();
  const [promoted, retained] = first.students;
  const students = [{ student_id: promoted.id, to: leaves }];
  await client.save(0, { ...plan, students });
  const { status, body } = await importLines(mod, 1, [
    [promoted, '2a'],
    [retained, ' 1A '],
    [second.students[0], 'rời ĐI'],
    [second.students[1], 'graduates'],
    [fifth.students[0], ''],
    [newcomer, '1A'],
    [first.teacher, '2A'],
    [second.teacher, ''],
  ]);
  expect(status).toBe(200);
  const draft = body as RolloverDraft;
  expect(draft.version).toBe(2);
  // Whoever goes where the class goes needs no decision of their own.
  expect(draft.plan.students).toEqual([
    { student_id: retained.id, to: findKey(plan, '1A') },
    { student_id: second.students[0].id, to: leaves },
    { student_id: second.students[1].id, to: graduates },
    { student_id: fifth.students[0].id, to: null },
    { student_id: newcomer.id, to: findKey(plan, '1A') },
  ]);
  const teachers = draft.plan.classes.map(({ name, teacher_id }) => [name, teacher_id]);
  expect(Object.fromEntries(teachers)).toMatchObject({ '1A': null, '2A': first.teacher.id });
  expect(await client.readDraft()).toEqual(draft);
  const entries = await request(app, audit.list, {
    token: admin.token,
    query: { school_id: schoolId, action: 'imported' },
  });
  expect(entries.body.audit).toMatchObject([
    { subject: 'school_year', details: { version: 2, rows: 8, changed: 8 } },
  ]);
});

test('every problem is named by its row and column, and nothing is written', async () => {
  const { mod, first, second, third } = await addSmallSchool(database);
  const other = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  const { status, body } = await importLines(mod, 0, [
    [first.students[0], '9Z'],
    [other.newcomer, '1A'],
    ['', '1A'],
    [first.students[0], '1A'],
    [first.teacher, 'Ra trường'],
    [second.teacher, '3A'],
    [third.students[0], 'Rời đi'],
  ]);
  expect(status).toBe(400);
  expect(body.reason).toBe('table_has_problems');
  expect(listIssues(body)).toEqual([
    ['2.Lớp mới', 'unknown_new_class'],
    ['3.Tên đăng nhập', 'unknown_person'],
    ['4.Tên đăng nhập', 'unknown_person'],
    ['5.Tên đăng nhập', 'duplicate_of_row'],
    ['6.Lớp mới', 'unknown_new_class'],
    ['7.Lớp mới', 'class_has_teacher'],
  ]);
  expect((await client.readDraft()).version).toBe(0);
});

test('a code and a username in one row must belong to the same student', async () => {
  const { mod, first } = await addSmallSchool(database);
  const [one, two] = first.students;
  await db.run(
    sql`update users set identifier_code = 'HS' || id where id in (${one.id}, ${two.id})`,
  );
  const send = (line: string) =>
    importFile(mod, 0, `Mã định danh,Tên đăng nhập,Lớp mới\n${line},1A`);
  const mixed = await send(`HS${one.id},${two.username}`);
  expect(listIssues(mixed.body)).toEqual([['2.Tên đăng nhập', 'unknown_person']]);
  const unknown = await send(`HS0,${one.username}`);
  expect(listIssues(unknown.body)).toEqual([['2.Mã định danh', 'unknown_person']]);
  const byCode = await send(`HS${one.id},`);
  expect(byCode.body.plan.students).toMatchObject([{ student_id: one.id }]);
});

test('classes of the same name in two grades are told apart by their grade', async () => {
  const { mod, first, third } = await addSmallSchool(database);
  const client = createYearClient(app, mod);
  const { plan } = await client.readDraft();
  const classes = plan.classes.map((newClass) =>
    newClass.grade_id < 3 ? { ...newClass, name: 'Sao' } : newClass,
  );
  await client.save(0, { ...plan, classes });
  const rows = await exportRows(mod);
  expect(rows[1]?.at(-1)).toBe('Sao (2)');
  const [student] = first.students;
  const { body } = await importLines(mod, 1, [[student, 'sao (1)']]);
  expect(body.plan.students).toEqual([{ student_id: student.id, to: findKey(plan, '1A') }]);
  // The name alone is enough for whoever is in one of them already.
  const ambiguous = await importLines(mod, 2, [
    [student, 'Sao'],
    [third.students[0], 'Sao'],
  ]);
  expect(listIssues(ambiguous.body)).toEqual([['3.Lớp mới', 'ambiguous_class']]);
});

test('a file without the needed columns or with an older version is rejected', async () => {
  const { mod, newcomer } = await addSmallSchool(database);
  const missing = await importFile(mod, 0, 'Họ và tên,Lớp cũ\nAn,1A');
  expect(listIssues(missing.body)).toEqual([
    ['1.Tên đăng nhập', 'missing_column'],
    ['1.Lớp mới', 'missing_column'],
  ]);
  expect((await importFile(mod, 0, 'a,b\nc,d')).body.reason).toBe('table_without_headings');
  const stale = await importLines(mod, 3, [[newcomer, '1A']]);
  expect(stale).toMatchObject({ status: 409, body: { reason: 'draft_changed' } });
});
