import {
  type ClassReport,
  type Report,
  type ReportCounts,
  type ReportStep,
  reports,
} from '@lop-xanh/contract/reports';
import { strFromU8, unzipSync } from 'fflate';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { thisSchoolYear } from '../../testing/attendance.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { addUser, type TestUser, updateRow } from '../../testing/fixtures.ts';
import {
  addCounts,
  countClasses,
  listReportClasses,
  listRoster,
  type ReportTables,
  readReportTables,
} from '../../testing/report-model.ts';
import { addReportSchool } from '../../testing/report-schools.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

const years = [thisSchoolYear - 1, thisSchoolYear];
let schoolIds: number[];
let admin: TestUser;
let mod: TestUser;
let tables: ReportTables;
beforeAll(async () => {
  admin = await addUser(database, { role: 'Admin' });
  schoolIds = [
    await addReportSchool(database, { seed: 1, firstMonday: `${thisSchoolYear}-09-07` }),
    await addReportSchool(database, { seed: 2, firstMonday: `${thisSchoolYear}-08-24` }),
  ];
  mod = await addUser(database, { role: 'Mod', school_id: schoolIds[0] as number });
  tables = await readReportTables(database);
});

const read = async (query: Record<string, unknown>, user = admin): Promise<Report> =>
  (await request(app, reports.read, { token: user.token, query })).body;
const readClass = async (id: number, query: Record<string, unknown> = {}): Promise<ClassReport> =>
  (await request(app, reports.readClass, { token: admin.token, params: { id }, query })).body;
const findYear = (schoolId: number, schoolYear: number) =>
  tables.years.find(({ school_id, year }) => school_id === schoolId && year === schoolYear) ?? {};

/** The counts without what names them. */
const toCounts = ({ present, total, sheets, due, students, participants }: ReportCounts) => ({
  present,
  total,
  sheets,
  due,
  students,
  participants,
});

const periods = [{}, { month: 9 }, { month: 1 }, { week: 7 }, { week: 35 }, { month: 9, week: 2 }];

function expectSteps(
  steps: ReportStep[],
  by: 'week' | 'month',
  count: (period: object) => ReportCounts,
): void {
  const numbers = Array.from({ length: by === 'week' ? 35 : 12 }, (_, index) => index + 1);
  const expected = numbers.flatMap((number) => {
    const counts = count({ [by]: number });
    return counts.sheets + counts.participants > 0 ? [{ number, ...counts }] : [];
  });
  expect(expected.length).toBeGreaterThan(5);
  expect(steps.toSorted((a, b) => a.number - b.number)).toEqual(expected);
}

describe('a report', () => {
  test('on a school or grade has the counts that loops over all rows give', async () => {
    for (const school_id of schoolIds) {
      for (const school_year of years) {
        const year = findYear(school_id, school_year);
        for (const grade of [{}, { grade_id: 3 }]) {
          const classes = listReportClasses(tables, year).filter(
            ({ grade_id }) => !grade.grade_id || grade_id === grade.grade_id,
          );
          expect(classes).toHaveLength(grade.grade_id ? 2 : 5);
          const count = (period: object) => countClasses(tables, { classes, year, period });
          for (const period of periods) {
            const report = await read({ school_id, school_year, ...grade, ...period });
            for (const part of report.parts) {
              const own = classes.filter(({ id }) => id === part.id);
              expect(toCounts(part)).toEqual(countClasses(tables, { classes: own, year, period }));
            }
            expect(report.parts.map(({ name }) => name)).toEqual(
              classes.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)),
            );
            expect(report.totals).toEqual(count(period));
            expect(report.totals).toEqual(addCounts(report.parts));
          }
          for (const by of ['week', 'month'] as const) {
            const { steps } = await read({ school_id, school_year, ...grade, by });
            expectSteps(steps, by, count);
          }
        }
      }
    }
  });

  test('on all schools has the sums of the reports on each', async () => {
    for (const school_year of years) {
      for (const query of [...periods, { grade_id: 3 }]) {
        const all = await read({ school_year, ...query });
        const each = await Promise.all(
          schoolIds.map((school_id) => read({ school_year, school_id, ...query })),
        );
        expect(all.parts.map(toCounts)).toEqual(each.map(({ totals }) => totals));
        expect(all.totals).toEqual(addCounts(each.map(({ totals }) => totals)));
      }
      for (const by of ['week', 'month'] as const) {
        const all = await read({ school_year, by });
        const each = await Promise.all(
          schoolIds.map((school_id) => read({ school_year, school_id, by })),
        );
        for (const { number, ...counts } of all.steps) {
          const own = each.flatMap(({ steps }) => steps.filter((step) => step.number === number));
          const { present, total, sheets, participants } = addCounts(own);
          expect(counts).toMatchObject({ present, total, sheets, participants });
        }
      }
    }
  });

  test('on a class has a row for each student, whose sums are the class', async () => {
    for (const school_id of schoolIds) {
      for (const schoolClass of tables.classes) {
        if (schoolClass.school_id !== school_id || schoolClass.deleted_at) continue;
        const year = findYear(school_id, schoolClass.year);
        const roster = listRoster(tables, schoolClass);
        for (const period of periods) {
          const { students, totals } = await readClass(schoolClass.id, period);
          expect(totals).toEqual(countClasses(tables, { classes: [schoolClass], year, period }));
          const sum = (field: 'present' | 'total' | 'students' | 'participants') =>
            students.reduce((total, student) => total + student[field], 0);
          expect(sum('present')).toBe(totals.present);
          expect(sum('total')).toBe(totals.total);
          expect(sum('participants')).toBe(totals.participants);
          expect(
            students
              .filter((student) => student.students)
              .map(({ id }) => id)
              .toSorted((a, b) => a - b),
          ).toEqual(roster.toSorted((a, b) => a - b));
        }
        const { students, steps } = await readClass(schoolClass.id);
        const sheetIds = new Set(
          tables.sheets.filter(({ class_id }) => class_id === schoolClass.id).map(({ id }) => id),
        );
        for (const student of students) {
          const records = tables.records.filter(
            ({ sheet_id, student_id }) => sheetIds.has(sheet_id) && student_id === student.id,
          );
          expect(student).toMatchObject({
            total: records.length,
            present: records.filter(({ is_present }) => is_present).length,
            excused: records.filter(({ is_excused }) => is_excused).length,
          });
        }
        expectSteps(steps, 'month', (period) =>
          countClasses(tables, { classes: [schoolClass], year, period }),
        );
      }
    }
  });

  test('lists months in the order of the school year', async () => {
    const { steps } = await read({ school_id: schoolIds[0] });
    const numbers = steps.map(({ number }) => number);
    expect(numbers).toEqual(
      [9, 10, 11, 12, 1, 2, 3, 4, 5].filter((month) => numbers.includes(month)),
    );
    expect(numbers).toContain(1);
  });

  test('offers the years of its schools, and opens with the latest', async () => {
    const latest = await read({}, mod);
    expect(latest).toMatchObject({
      school: { id: schoolIds[0] },
      school_year: thisSchoolYear,
      years: years.toReversed(),
    });
    expect((await read({})).school).toBeNull();
    const response = await request(app, reports.read, {
      token: mod.token,
      query: { school_year: 2001 },
    });
    expect(response.status).toBe(404);
    expect((await read({ school_year: 2001 })).parts).toEqual([]);
  });

  test('does not name a school that was deleted', async () => {
    const [schoolId] = schoolIds as [number];
    await updateRow(db, 'schools', schoolId, { deleted_at: new Date().toISOString() });
    expect((await read({})).parts.map(({ id }) => id)).toEqual(schoolIds.slice(1));
    await updateRow(db, 'schools', schoolId, { deleted_at: null });
  });

  test('is read with one statement', async () => {
    // The other one authenticates the request.
    expect(await countStatements(database, () => read({}))).toBe(2);
    expect(await countStatements(database, () => read({}, mod))).toBe(2);
  });
});

describe('the spreadsheet of a report', () => {
  const open = (body: Uint8Array) => {
    const files = unzipSync(body);
    return [1, 2].map((number) =>
      strFromU8(files[`xl/worksheets/sheet${number}.xml`] as Uint8Array),
    );
  };
  /** The numbers of each row, in order. */
  const listNumbers = (sheet = '') =>
    [...sheet.matchAll(/<row .*?<\/row>/gs)].map(([row]) =>
      [...row.matchAll(/<c (?![^>]*t="s")[^>]*><v>([^<]*)<\/v>/g)].map(([, value]) =>
        Number(value),
      ),
    );
  const toNumbers = ({ present, total, sheets, due, students, participants }: ReportCounts) => [
    present,
    total,
    ...(total ? [present / total] : []),
    sheets,
    due,
    students,
    participants,
  ];

  test('has the same numbers', async () => {
    const query = { school_id: schoolIds[0], month: 10 };
    const { parts, totals, steps } = await read(query);
    const { body, headers } = await request(app, reports.file, { token: admin.token, query });
    const [byClass, byMonth] = open(body).map(listNumbers);
    expect(byClass?.slice(2)).toEqual([...parts, totals].map(toNumbers));
    expect(byMonth?.slice(2)).toEqual(steps.map(toNumbers));
    expect(headers['content-disposition']).toContain(`bao-cao-TH-s`);
    const classId = parts[0]?.id as number;
    const file = await request(app, reports.classFile, {
      token: admin.token,
      params: { id: classId },
      query: {},
    });
    const { students } = await readClass(classId);
    expect(listNumbers(open(file.body)[0]).slice(2, -1)).toEqual(
      students.map(({ present, total, excused, participants }) => [
        present,
        total - present,
        excused,
        ...(total ? [present / total] : []),
        participants,
      ]),
    );
  });

  test('is in the audit log', async () => {
    const countExports = () =>
      database.pool
        .query(`select * from audit_log where action = 'exported' and actor_id = ${admin.id}`)
        .then(({ rows }) => rows.length);
    const before = await countExports();
    await request(app, reports.file, { token: admin.token, query: {} });
    await request(app, reports.classFile, {
      token: admin.token,
      params: { id: (await read({ school_id: schoolIds[0] })).parts[0]?.id },
      query: {},
    });
    expect(await countExports()).toBe(before + 2);
  });
});

test('a like or comment counts in the week of Vietnam', async () => {
  const [school_id] = schoolIds as [number];
  const { first_monday } = findYear(school_id, thisSchoolYear);
  const roster = tables.classes
    .filter((row) => row.school_id === school_id && row.year === thisSchoolYear && !row.deleted_at)
    .flatMap((row) => listRoster(tables, row));
  await db.run(sql`delete from likes`);
  await db.run(sql`delete from comments`);
  const post = await db.value(
    reports.read.response.shape.school_year,
    sql`select id from posts where school_id = ${school_id} limit 1`,
  );
  const countWeek = async (week: number) => (await read({ school_id, week })).totals.participants;
  const like = (userId: number, moment: string) =>
    db.run(sql`
      insert into likes (post_id, user_id, created_at)
      values (${post}, ${userId}, ${moment}::timestamptz)`);
  await like(roster[0] as number, `${first_monday}T00:00:00+07:00`);
  const seconds = (Date.parse(`${first_monday}T00:00:00+07:00`) + 7 * 86_400_000) / 1_000;
  const at = (second: number) => new Date(second * 1_000).toISOString();
  await like(roster[1] as number, at(seconds - 1));
  await like(roster[2] as number, at(seconds));
  await like(roster[3] as number, at(seconds - 7 * 86_400 - 1));
  await like(roster[4] as number, at(seconds + 34 * 7 * 86_400));
  expect([await countWeek(1), await countWeek(2), await countWeek(35)]).toEqual([2, 1, 0]);
  expect((await read({ school_id })).totals.participants).toBe(3);
});
