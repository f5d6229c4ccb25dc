import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { type AuditEntry, audit } from '@lop-xanh/contract/audit';
import { classes } from '@lop-xanh/contract/classes';
import { history } from '@lop-xanh/contract/history';
import { lessons } from '@lop-xanh/contract/lessons';
import { limits } from '@lop-xanh/contract/rules/limits';
import { schools } from '@lop-xanh/contract/schools';
import { parse } from 'csv-parse/sync';
import { strFromU8 } from 'fflate';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addSchool, addTwoSchools, addUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const { ours, theirs, admin } = await addTwoSchools(database);
const { token } = admin;

const readAudit = async (query: object = {}) =>
  (await request(app, audit.list, { token, query: query as never })).body;
/** A new school with these entries, oldest first, and its Mod. */
async function addLoggedSchool(entries: { name: string; at?: string; details?: object }[]) {
  const schoolId = await addSchool(db, 'TH Nhật Ký');
  const mod = await addUser(database, { role: 'Mod', school_id: schoolId });
  for (const { name, at = null, details = {} } of entries) {
    await db.run(sql`
      insert into audit_log (at, actor, action, subject, subject_name, school_id, details)
      values (coalesce(${at}::timestamptz, now()), '', 'changed', 'account', ${name}, ${schoolId},
        ${JSON.stringify(details)})`);
  }
  return { schoolId, mod };
}

const summarize = (entries: AuditEntry[]) =>
  entries.map(({ actor, action, subject, subject_name, details }) => [
    actor,
    action,
    subject,
    subject_name,
    details,
  ]);

test('every administrative change is logged with its actor and without passwords', async () => {
  const school = await request(app, schools.create, { token, body: { school_name: 'TH Mới' } });
  const schoolId = school.body.id as number;
  const classFields = { name: '1A', grade_id: 1, school_id: schoolId };
  const schoolClass = await request(app, classes.create, { token, body: classFields });
  const student = await request(app, accounts.createStudent, {
    token,
    body: {
      username: 'be.na',
      password: 'bimat1234',
      first_name: 'Na',
      email: 'na@example.vn',
      school_id: schoolId,
    },
  });
  const { id } = student.body;
  const change = { class_id: schoolClass.body.id, phone: '0912', password: 'bimat5678' };
  await request(app, accounts.edit, { token, params: { id }, body: change });
  await request(app, accounts.edit, { token, params: { id }, body: { phone: '0912' } });
  await request(app, accounts.resetPassword, { token, params: { id } });
  await request(app, accounts.delete, { token, params: { id } });
  await request(app, classes.delete, { token, params: { id: schoolClass.body.id } });
  await request(app, schools.delete, { token, params: { id: schoolId } });
  const { audit: entries } = await readAudit({ school_id: schoolId });
  const { username } = admin;
  expect(summarize(entries.toReversed())).toEqual([
    [username, 'created', 'school', 'TH Mới', {}],
    [username, 'created', 'class', '1A', {}],
    [username, 'created', 'account', 'Na', { role: 'Student' }],
    [
      username,
      'changed',
      'account',
      'Na',
      { fields: ['phone', 'class_name'], old: { class_name: null }, new: { class_name: '1A' } },
    ],
    [username, 'reset', 'account', 'Na', {}],
    [username, 'reset', 'account', 'Na', {}],
    [username, 'deleted', 'account', 'Na', { role: 'Student' }],
    [username, 'deleted', 'class', '1A', {}],
    [username, 'deleted', 'school', 'TH Mới', {}],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/bimat|argon/);
  expect(entries[0]).toMatchObject({ school_name: 'TH Mới', actor_role: 'Admin' });
});

test('a rejected request is not logged', async () => {
  const before = (await readAudit()).audit.length;
  const body = { role: 'Mod', username: ours.mod.username, password: 'muaxuan', school_id: 1 };
  expect((await request(app, accounts.create, { token, body })).status).toBe(409);
  expect((await readAudit()).audit).toHaveLength(before);
});

test('the audit log can be paged and filtered', async () => {
  const all = (await readAudit({ limit: 100 })).audit as AuditEntry[];
  const first = await readAudit({ limit: 4 });
  const second = await readAudit({ limit: 100, before: first.next });
  expect([...first.audit, ...second.audit]).toEqual(all);
  const resets = (await readAudit({ action: 'reset', subject: 'account' })).audit as AuditEntry[];
  expect(resets).toHaveLength(2);
  const filter = { subject: 'account', subject_id: resets[0]?.subject_id };
  expect((await readAudit(filter)).audit).toHaveLength(5);
  expect((await readAudit({ actor_id: ours.mod.id })).audit).toEqual([]);
  expect((await readAudit({ actor_id: admin.id, limit: 100 })).audit).toEqual(all);
});

test('a change is logged with old and new values, but without contact data', async () => {
  const { body: school } = await request(app, schools.create, {
    token,
    body: { school_name: 'TH Cũ' },
  });
  const inSchool = { school_id: school.id as number };
  await request(app, schools.edit, {
    token,
    params: { id: school.id },
    body: { school_name: 'TH Lê Lợi' },
  });
  const teacher = await addUser(database, { role: 'Teacher', ...inSchool, first_name: 'Hoa' });
  const { body: schoolClass } = await request(app, classes.create, {
    token,
    body: { name: '2A', grade_id: 2, ...inSchool },
  });
  await request(app, classes.edit, {
    token,
    params: { id: schoolClass.id },
    body: { name: '3B', grade_id: 3, teacher_id: teacher.id },
  });
  const student = await addUser(database, { role: 'Student', ...inSchool, first_name: 'Na' });
  await request(app, accounts.edit, {
    token,
    params: { id: student.id },
    body: {
      first_name: 'Ná',
      status: 'inactive',
      email: 'bi.mat@example.vn',
      phone: '0987654321',
      parent_name: 'Mẹ bí mật',
      identifier_code: 'HS-BI-MAT',
    },
  });
  const { audit: entries } = await readAudit({ ...inSchool, action: 'changed' });
  expect(summarize(entries).map(([, , subject, , details]) => [subject, details])).toEqual([
    [
      'account',
      {
        fields: ['first_name', 'identifier_code', 'email', 'phone', 'parent_name', 'status'],
        old: { first_name: 'Na', status: 'active' },
        new: { first_name: 'Ná', status: 'inactive' },
      },
    ],
    [
      'class',
      {
        fields: ['name', 'grade_id', 'teacher'],
        old: { name: '2A', grade_id: 2, teacher: null },
        new: { name: '3B', grade_id: 3, teacher: 'Hoa' },
      },
    ],
    [
      'school',
      {
        fields: ['school_name'],
        old: { school_name: 'TH Cũ' },
        new: { school_name: 'TH Lê Lợi' },
      },
    ],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/bi.mat|0987654321|bí mật/i);
});

test('a Mod reads the entries of their school and no others', async () => {
  for (const school of [ours, theirs]) {
    const params = { id: school.student.id };
    await request(app, accounts.resetPassword, { token: school.mod.token, params });
  }
  await request(app, lessons.create, { token, body: { title: 'Nước', grade_id: 3, content: [] } });
  const all = (await readAudit({ limit: 100 })).audit as AuditEntry[];
  expect(all.some(({ subject }) => subject === 'lesson')).toBe(true);
  for (const { mod, schoolId } of [ours, theirs]) {
    const { body } = await request(app, audit.list, {
      token: mod.token,
      query: { limit: 100 },
    });
    expect(body.audit).toEqual(all.filter(({ school_id }) => school_id === schoolId));
    expect(body.audit).toHaveLength(1);
    const { body: list } = await request(app, audit.actors, { token: mod.token, query: {} });
    expect(list.actors.map(({ id }: { id: number }) => id)).toEqual([mod.id]);
  }
  const { body } = await request(app, audit.actors, { token, query: {} });
  expect(body.actors).toMatchObject([{ id: admin.id, role: 'Admin' }]);
});

test('the actors of a school are listed once each, even after they moved away', async () => {
  const { token: modToken, id } = await addUser(database, {
    role: 'Mod',
    school_id: ours.schoolId,
    first_name: 'Bình',
  });
  const params = { id: ours.student.id };
  for (let time = 0; time < 3; time++) {
    await request(app, accounts.resetPassword, { token: modToken, params });
  }
  await request(app, accounts.resetPassword, { token, params });
  await db.run(sql`update users set school_id = ${theirs.schoolId} where id = ${id}`);
  const { body } = await request(app, audit.actors, { token: ours.mod.token, query: {} });
  const ids = body.actors.map((actor: { id: number }) => actor.id) as number[];
  expect(ids.toSorted((a, b) => a - b)).toEqual(
    [id, ours.mod.id, admin.id].toSorted((a, b) => a - b),
  );
});

test('days are those in Vietnam, and both ends belong to the period', async () => {
  const { schoolId, mod } = await addLoggedSchool([
    { name: 'trước', at: '2026-11-16T16:59:59.999Z' },
    { name: 'đầu ngày', at: '2026-11-16T17:00:00Z' },
    { name: 'cuối ngày', at: '2026-11-18T16:59:59.999Z' },
    { name: 'sau', at: '2026-11-18T17:00:00Z' },
  ]);
  const listNames = async (query: object) => {
    const { body } = await request(app, audit.list, { token: mod.token, query: query as never });
    return body.audit.map(({ subject_name }: AuditEntry) => subject_name);
  };
  const days = { from: '2026-11-17', until: '2026-11-18' };
  expect(await listNames(days)).toEqual(['cuối ngày', 'đầu ngày']);
  expect(await listNames({ from: days.from })).toEqual(['sau', 'cuối ngày', 'đầu ngày']);
  expect(await listNames({ until: days.until })).toEqual(['cuối ngày', 'đầu ngày', 'trước']);
  expect(await listNames({ ...days, subject: 'class' })).toEqual([]);
  const { status } = await request(app, audit.list, {
    token,
    query: { from: '17/11/2026', school_id: schoolId } as never,
  });
  expect(status).toBe(400);
});

test('downloads of attendance and reports are logged, even by a teacher', async () => {
  const { teacher, classId, student, schoolId } = theirs;
  const query = { school_year: 2026 };
  for (const endpoint of [attendance.gridFile, history.reportFile]) {
    const id = endpoint === attendance.gridFile ? classId : student.id;
    const { status } = await request(app, endpoint, {
      token: teacher.token,
      params: { id },
      query,
    });
    expect(status).toBe(200);
    const { token: strangerToken } = ours.teacher;
    await request(app, endpoint, { token: strangerToken, params: { id }, query });
  }
  const { audit: entries } = await readAudit({ school_id: schoolId, action: 'exported' });
  expect(entries).toMatchObject([
    { actor_role: 'Teacher', subject: 'student_report', subject_id: student.id, details: query },
    { actor_role: 'Teacher', subject: 'attendance', subject_id: classId, details: query },
  ]);
});

describe('the CSV export', () => {
  const download = async (user: { token: string }, query: object = {}) => {
    const { status, body, headers } = await request(app, audit.exportCsv, {
      token: user.token,
      query: query as never,
    });
    return { status, headers, body, text: status === 200 ? strFromU8(body) : '' };
  };

  test('keeps Vietnamese, quotes, commas and line breaks, and has no formulas', async () => {
    const names = [
      'Nguyễn Thị Ánh',
      'Bà "Tư", ở xóm',
      'dòng một\ndòng hai',
      '=1+1',
      '+84912',
      '-2',
      '@SUM(A1)',
      "'=1",
      '\t=1',
    ];
    const { mod } = await addLoggedSchool(names.map((name) => ({ name })));
    const { text, headers, body } = await download(mod);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('nhat-ky.csv');
    expect(body.subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(text.startsWith('Lúc,Người thực hiện,')).toBe(true);
    expect(text).toContain('"Bà ""Tư"", ở xóm"');
    expect(text).toContain('"dòng một\ndòng hai"');
    const cells = parse(text, { bom: true, record_delimiter: '\r\n' }) as string[][];
    expect(cells.slice(1).map((row) => row[5])).toEqual(
      names.toReversed().map((name) => (/^[=+\-@\t']/.test(name) ? `'${name}` : name)),
    );
    expect(cells.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });

  test('has old and new values, and is itself logged with its filters', async () => {
    const details = { fields: ['name'], old: { name: '3A' }, new: { name: '3B' } };
    const { mod, schoolId } = await addLoggedSchool([
      { name: 'một', details },
      { name: 'hai', at: '2026-01-01T00:00:00Z' },
    ]);
    const { text } = await download(mod, { from: '2026-06-01', subject: 'account' });
    const [, row, ...rest] = parse(text, { bom: true, record_delimiter: '\r\n' }) as string[][];
    expect(row?.slice(1)).toEqual([
      'Lệnh trên máy chủ',
      '',
      'Sửa',
      'tài khoản',
      'một',
      'TH Nhật Ký',
      'name',
      'name: 3A',
      'name: 3B',
      '',
    ]);
    expect(rest).toEqual([]);
    const { audit: entries } = await readAudit({ school_id: schoolId, action: 'exported' });
    expect(summarize(entries)).toEqual([
      [
        mod.username,
        'exported',
        'audit_log',
        '',
        { rows: 1, filters: { from: '2026-06-01', subject: 'account' } },
      ],
    ]);
  });

  test('has only what the actor may read', async () => {
    const { mod } = await addLoggedSchool([{ name: 'của trường' }]);
    const { text } = await download(mod);
    expect(parse(text, { bom: true, record_delimiter: '\r\n' })).toHaveLength(2);
    expect((await download(mod, { school_id: ours.schoolId })).status).toBe(403);
  });

  test('is refused if it is too long, and then not logged', async () => {
    const { mod, schoolId } = await addLoggedSchool([]);
    await db.run(sql`
      insert into audit_log (actor, action, subject, subject_name, school_id)
      select '', 'changed', 'class', 'Lớp ' || n, ${schoolId}
      from generate_series(0, ${limits.maxExportedAuditEntries}::int) n`);
    const { status, body } = await download(mod);
    expect(status).toBe(413);
    expect(body).toMatchObject({ reason: 'audit_log_too_long' });
    expect((await readAudit({ school_id: schoolId, action: 'exported' })).audit).toEqual([]);
  });
});

test('rows of the audit log cannot be changed or deleted', async () => {
  const readRows = () =>
    db.values(z.string(), sql`select entry::text from audit_log entry order by id`);
  const before = await readRows();
  expect(before.length).toBeGreaterThan(0);
  for (const statement of [
    sql`update audit_log set school_id = null`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    await expect(db.run(statement)).rejects.toThrow('never changed');
  }
  expect(await readRows()).toEqual(before);
});
