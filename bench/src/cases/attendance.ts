import { strictEqual } from 'node:assert';
import { attendance } from '../../../contract/src/attendance.ts';
import type { Endpoint } from '../../../contract/src/endpoint.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { type Database, openDatabase } from '../../../server/src/database/database.ts';
import { openSession } from '../../../server/src/features/auth/sessions.service.ts';
import { computeSizes, getWeekDate, studentsPerClass } from '../generators/attendance.ts';
import type { Case } from '../harness/case.ts';
import {
  compare,
  comparisonHeading,
  computeRatios,
  describeRatios,
  toComparisonRow,
} from '../harness/compare.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import type { Target } from '../harness/load.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const students = { large: 1_000_000, small: 10_000 };
/** How many classes, students or schools are requested in turn, spread over all. */
const targetCount = 280;
const maxRatio = 1.5;
const maxBytes = 100;

const labels = {
  week: "a class's week",
  year: "a student's year",
  grid: "a class's grid",
  rates: "a school's weekly rate",
};
type Kind = keyof typeof labels;
const kinds = Object.keys(labels) as Kind[];

export const attendanceCase: Case = {
  name: 'attendance',
  description: 'reads among 35,000,000 attendance records compared with the same among 350,000',
  async run() {
    const core = cores.server;
    await using small = await startProcess('database', { students: students.small }, core);
    await using large = await startProcess('database', { students: students.large }, core);
    await using smallApp = await startProcess('app', small.ready, core);
    await using largeApp = await startProcess('app', large.ready, core);
    const smallDatabase = openDatabase(small.ready);
    const largeDatabase = openDatabase(large.ready);

    const [smallTargets, largeTargets] = [
      await createTargets(smallDatabase, smallApp.ready, students.small),
      await createTargets(largeDatabase, largeApp.ready, students.large),
    ];
    await expectFullResponses(smallTargets);
    await expectFullResponses(largeTargets);
    const measured = await runOnCore(cores.load, () =>
      compare(
        Object.fromEntries(
          kinds.flatMap((kind) => [
            [`small ${kind}`, smallTargets[kind]],
            [`large ${kind}`, largeTargets[kind]],
          ]),
        ),
      ),
    );
    const bytes = await measureBytesPerRecord(largeDatabase, computeSizes(students.large).records);
    await smallDatabase.close();
    await largeDatabase.close();

    const results = kinds.map((kind) => {
      const [small = [], large = []] = [measured[`small ${kind}`], measured[`large ${kind}`]];
      // The cost ratio is the inverse of the ratio of rates.
      return { kind, small, large, ratios: computeRatios(small, large) };
    });
    const recordCount = (size: number) =>
      `${computeSizes(size).records.toLocaleString('en')} records`;
    return {
      table: [
        [...comparisonHeading, 'cost relative to 1/100 of the data'],
        ...results.flatMap(({ kind, small, large, ratios }) => [
          [...toComparisonRow(`${labels[kind]}, ${recordCount(students.small)}`, small), '1'],
          [
            ...toComparisonRow(`${labels[kind]}, ${recordCount(students.large)}`, large),
            describeRatios(ratios),
          ],
        ]),
      ],
      requirements: [
        ...results.map(({ kind, ratios }) => ({
          text: `${labels[kind]} costs ${median(ratios).toFixed(2)} times as much with 100 times the data (at most ${maxRatio})`,
          isMet: median(ratios) <= maxRatio,
        })),
        {
          text:
            `a record takes ${bytes.total.toFixed(0)} bytes on disk: ${bytes.rows.toFixed(0)} for its row, ` +
            `${bytes.indexes.toFixed(0)} for its two index entries, ${bytes.share.toFixed(1)} for its share of the sheet and the name; ` +
            `storing the name in every record would add ${bytes.nameOnRecord.toFixed(0)} (at most ${maxBytes})`,
          isMet: bytes.total <= maxBytes,
        },
      ],
    };
  },
};

async function createTargets(
  { db, pool }: Database,
  address: string,
  size: number,
): Promise<Record<Kind, Target[]>> {
  const { schools, classes, students, schoolId, classId, studentId } = computeSizes(size);
  const { rows } = await pool.query<{ id: number }>(`select id from users where role = 'Admin'`);
  const adminToken = await openSession(db, rows[0]?.id ?? 0);
  const toTarget = ({ path }: Endpoint, { id = 0, token = adminToken, query = '' }): Target => ({
    url: address + path.replace('{id}', String(id)).replace('{date}', getWeekDate(20)) + query,
    headers: { authorization: `Bearer ${token}` },
  });
  const studentTargets = pickIndexes(students).map(async (index) => {
    const id = studentId(index);
    return toTarget(attendance.forStudent, { id, token: await openSession(db, id) });
  });
  return {
    week: pickIndexes(classes).map((index) => toTarget(attendance.day, { id: classId(index) })),
    year: await Promise.all(studentTargets),
    grid: pickIndexes(classes).map((index) => toTarget(attendance.grid, { id: classId(index) })),
    rates: pickIndexes(schools).map((index) =>
      toTarget(attendance.rates, { query: `?school_id=${schoolId(index)}` }),
    ),
  };
}

function pickIndexes(count: number): number[] {
  const picked = Math.min(count, targetCount);
  return Array.from({ length: picked }, (_, index) => Math.floor((index * count) / picked));
}

/** An empty response would be fast for the wrong reason. */
async function expectFullResponses(targets: Record<Kind, Target[]>): Promise<void> {
  const fetchLast = async (kind: Kind) => {
    const { url, headers = {} } = targets[kind].at(-1) as Target;
    return (await fetch(url, { headers })).json() as Promise<Record<string, unknown[]>>;
  };
  const weeks = limits.teachingWeeks;
  strictEqual((await fetchLast('week')).students?.length, studentsPerClass);
  strictEqual((await fetchLast('year')).attendance?.length, weeks);
  const grid = await fetchLast('grid');
  strictEqual(grid.students?.length, studentsPerClass);
  strictEqual(grid.weeks?.length, weeks);
  strictEqual((await fetchLast('rates')).rates?.length, weeks);
}

async function measureBytesPerRecord({ pool }: Database, records: number) {
  const { rows } = await pool.query<Record<'rows' | 'indexes' | 'share' | 'name', string>>(`
    select pg_table_size('attendance_records') as rows,
           pg_indexes_size('attendance_records') as indexes,
           pg_total_relation_size('attendance_sheets') + pg_total_relation_size('student_names')
             as share,
           (select avg(pg_column_size(full_name)) from student_names) as name`);
  const perRecord = (bytes: string | undefined) => Number(bytes) / records;
  const [sizes] = rows;
  const parts = {
    rows: perRecord(sizes?.rows),
    indexes: perRecord(sizes?.indexes),
    share: perRecord(sizes?.share),
  };
  return {
    ...parts,
    total: parts.rows + parts.indexes + parts.share,
    nameOnRecord: Number(sizes?.name),
  };
}
