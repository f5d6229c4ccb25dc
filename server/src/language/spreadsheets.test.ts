import { studentTables, teacherTables } from '@lop-xanh/contract/account-tables';
import { attendance } from '@lop-xanh/contract/attendance';
import { attendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { audit } from '@lop-xanh/contract/audit';
import { auth } from '@lop-xanh/contract/auth';
import { consent } from '@lop-xanh/contract/consent';
import { history } from '@lop-xanh/contract/history';
import { lessons } from '@lop-xanh/contract/lessons';
import { reports } from '@lop-xanh/contract/reports';
import { type Language, languages } from '@lop-xanh/contract/rules/languages';
import { removeDiacritics } from '@lop-xanh/contract/rules/names';
import { years } from '@lop-xanh/contract/years';
import { strFromU8, unzipSync } from 'fflate';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { pushTexts } from '../features/push/push-sender.ts';
import { makeSheetInput } from '../testing/attendance.ts';
import { addClass, addSchool, addUser, updateRow } from '../testing/fixtures.ts';
import { sendTable } from '../testing/send-table.ts';
import { makeTestApp, request } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';
import { getI18n } from './i18n.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

// No name has diacritics, so that every letter with one belongs to a text of ours.
const schoolId = await addSchool(db, 'TH Kim Dong');
const classId = await addClass(db, schoolId, '3A');
await addClass(db, schoolId, '3B');
const inClass = { school_id: schoolId, class_id: classId };
const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
const admin = await addUser(database, { role: 'Admin' });
const teacher = await addUser(database, { role: 'Teacher', ...inClass });
const present = await addUser(database, { role: 'Student', ...inClass });
const absent = await addUser(database, { role: 'Student', ...inClass });
await request(app, attendance.save, {
  token: teacher.token,
  params: { id: classId },
  body: makeSheetInput([present, absent], { absent: [absent.id], note: 'Om' }),
});
const was = { status: 'absent', note: 'Om' } as const;
await request(app, attendance.correct, {
  token: teacher.token,
  params: { id: classId, week: 1 },
  body: {
    records: [{ student_id: absent.id, status: 'present', note: '', was }],
    reason: 'Nham',
  },
});
await updateRow(db, 'users', absent.id, { status: 'inactive' });
await db.run(sql`
  update users
  set identifier_code = 'HS-1', email = 'an@example.vn', phone = '0912', parent_name = 'Me An',
    birth_date = '2018-02-03', sex = 'male'
  where id = ${present.id}`);

for (const [student, decision] of [
  [present, 'given'],
  [absent, 'refused'],
] as const) {
  await request(app, consent.record, {
    token: mod.token,
    params: { id: student.id },
    body: { side: 'guardian', decision, decided_on: '2026-09-07' },
  });
}
await updateRow(db, 'users', absent.id, { sex: 'female' });

const { body: lesson } = await request(app, lessons.create, {
  token: admin.token,
  body: {
    title: 'Nuoc',
    grade_id: 3,
    content: (['active', 'inactive'] as const).map((status) => ({
      week: 1,
      title: 'Nuoc',
      summary: 'Nuoc',
      status,
    })),
  },
});

const getTexts = (language: Language) => getI18n({ language }, { language });
const chooseLanguage = async (language: Language | null) => {
  for (const { token } of [mod, admin]) {
    await request(app, auth.setLanguage, { token, body: { language } });
  }
};

/** Every spreadsheet that the server makes, as a Mod or Admin downloads it. */
async function downloadAll(from = app) {
  const { token } = mod;
  const downloads = [
    await request(from, attendance.gridFile, { token, params: { id: classId } }),
    await request(from, attendanceOverview.file, { token, query: {} }),
    await request(from, reports.file, { token: admin.token, query: { by: 'week', week: 1 } }),
    await request(from, reports.file, { token, query: { grade_id: 3, month: 9 } }),
    await request(from, reports.classFile, { token, params: { id: classId }, query: {} }),
    await request(from, history.reportFile, { token, params: { id: absent.id } }),
    await request(from, years.draftFile, { token, query: {} }),
    await request(from, audit.exportCsv, { token, query: {} }),
    await request(from, lessons.exportTable, { token: admin.token, params: { id: lesson.id } }),
  ];
  for (const tables of [studentTables, teacherTables]) {
    downloads.push(
      await request(from, tables.templateCsv, { token }),
      await request(from, tables.templateXlsx, { token }),
      await request(from, tables.exportCsv, { token, query: {} }),
      await request(from, tables.exportXlsx, { token, query: {} }),
    );
  }
  return downloads.map(({ body, headers }) => {
    const [, name = ''] = /''(.*)$/.exec(String(headers['content-disposition'])) ?? [];
    const parts = name.endsWith('.xlsx') ? Object.values(unzipSync(body)) : [body];
    return { name, text: parts.map((part) => strFromU8(part)).join('\n') };
  });
}

test('the English catalogue has the texts of spreadsheets and push messages, and no others', async () => {
  const used = new Set<string>(Object.values(pushTexts));
  onTestFinished(getTexts('vi').on('missing', ({ id }) => used.add(id)));
  await chooseLanguage('vi');
  await downloadAll();
  const setAbsence = (isPresent: boolean, isExcused: boolean | null) =>
    db.run(sql`
      update attendance_records set is_present = ${isPresent}, is_excused = ${isExcused}
      where student_id = ${absent.id}`);
  // As in a sheet of an earlier version.
  await setAbsence(false, null);
  await downloadAll();
  await setAbsence(true, false);
  expect(Object.keys(getTexts('en').messages).toSorted()).toEqual([...used].toSorted());
});

test('an English text has the placeholders of the Vietnamese one', () => {
  for (const id of Object.keys(getTexts('en').messages)) {
    const names = [...id.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const values = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
    const text = getTexts('en')._(id, values);
    expect(text.match(/<\w+>/g) ?? []).toEqual(names.map((name) => `<${name}>`));
  }
});

test('a user with English gets spreadsheets without a Vietnamese letter', async () => {
  const hasVietnamese = ({ name, text }: { name: string; text: string }) =>
    removeDiacritics(name + text) !== (name + text).toLowerCase();
  await chooseLanguage('vi');
  expect((await downloadAll()).filter(hasVietnamese)).toHaveLength(17);
  await chooseLanguage('en');
  const files = await downloadAll();
  expect(files.filter(hasVietnamese)).toEqual([]);
  expect(files.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^attendance-3A-\d{4}-\d{4}\.xlsx$/),
    expect.stringMatching(/^attendance-TH-Kim-Dong-\d{4}-\d{4}\.xlsx$/),
    expect.stringMatching(/^report-All-schools-\d{4}-\d{4}\.xlsx$/),
    expect.stringMatching(/^report-TH-Kim-Dong-Grade-3-\d{4}-\d{4}\.xlsx$/),
    expect.stringMatching(/^report-TH-Kim-Dong-Class-3A-\d{4}-\d{4}\.xlsx$/),
    expect.stringMatching(/^report-An-\d{4}-\d{4}\.xlsx$/),
    expect.stringMatching(/^school-year-\d{4}-\d{4}\.xlsx$/),
    'audit-log.csv',
    'Nuoc.xlsx',
    'students-template.csv',
    'students-template.xlsx',
    'students.csv',
    'students.xlsx',
    'teachers-template.csv',
    'teachers-template.xlsx',
    'teachers.csv',
    'teachers.xlsx',
  ]);
});

test('a user who has not chosen a language gets that of the site', async () => {
  const englishApp = await makeTestApp(database, { language: 'en' }, onTestFinished);
  const readHeading = async (from: typeof app) => {
    const { body } = await request(from, studentTables.templateCsv, { token: mod.token });
    return strFromU8(body).split(',')[0];
  };
  await chooseLanguage(null);
  expect(await readHeading(app)).toBe('Mã định danh');
  expect(await readHeading(englishApp)).toBe('Identifier code');
  await chooseLanguage('default');
  expect(await readHeading(englishApp)).toBe('Mã định danh');
});

test('an import names the columns in the language of the user', async () => {
  const importTable = (query: object) =>
    sendTable(app, studentTables.importTable, {
      token: mod.token,
      content: `username,first_name,email,class_name\n${present.username},Be,sai,9Z`,
      query: { ...query },
    });
  await chooseLanguage('en');
  const { body } = await importTable({ dry_run: true });
  expect(body.problems).toMatchObject([{ column: 'Email' }, { column: 'Class' }]);
  expect(body.rows[0].changes).toEqual(['First name', 'Email', 'Class']);
  expect((await importTable({})).body.issues).toMatchObject([
    { path: '2.Email' },
    { path: '2.Class' },
  ]);
});

test.each(languages)('a table exported in %s can be imported in any language', async (exported) => {
  await chooseLanguage(exported);
  const { token } = mod;
  const { body } = await request(app, studentTables.exportCsv, { token, query: {} });
  const table = strFromU8(body);
  const importTable = (content: string) =>
    sendTable(app, studentTables.importTable, { token, content, query: { dry_run: true } });
  for (const language of languages) {
    await chooseLanguage(language);
    const unchanged = await importTable(table);
    expect(unchanged.body).toMatchObject({ total: 2, unchanged: 2, problems: [] });

    const translate = (text: string) => getTexts(exported)._(text);
    const [sex, answer] = [translate('Nữ'), translate('Không')];
    const status = translate('Ngừng hoạt động');
    const phone = '0912345678';
    const changedTable = table.replace(
      /^HS-1,.*$/m,
      `HS-1,an.binh,Tran,Binh,4/3/2018,${sex},3B,binh@example.vn,0913,Ba An,Me An,${phone},,,${answer},${status}\r`,
    );
    const changed = await importTable(changedTable);
    expect(changed.body).toMatchObject({ total: 2, changed: 1, unchanged: 1, problems: [] });
    const { changes } = changed.body.rows.find(
      ({ outcome }: { outcome: string }) => outcome === 'changed',
    );
    expect(changes).toHaveLength(12);
  }
});
