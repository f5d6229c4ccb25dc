import { strictEqual } from 'node:assert';
import { attendance as calls } from '../../../contract/src/attendance.ts';
import type { Endpoint } from '../../../contract/src/endpoint.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { type Database, openDatabase } from '../../../server/src/database/database.ts';
import { openSession } from '../../../server/src/http/authentication.ts';
import { dayOfWeek, sizesFor, studentsInClass } from '../generators/attendance.ts';
import type { Case } from '../harness/case.ts';
import {
  compare,
  comparisonHeading,
  comparisonRow,
  describeRatios,
  ratiosOf,
} from '../harness/compare.ts';
import { cores, stayingOn } from '../harness/cores.ts';
import type { Target } from '../harness/load.ts';
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';

const students = { large: 1_000_000, small: 10_000 };
/** So many classes, students or schools are asked for in turn, spread over all there are. */
const different = 280;
const mostRatio = 1.5;
const mostBytes = 100;

const kinds = {
  week: "a class's week",
  year: "a student's year",
  grid: "a class's grid",
  rates: "a school's weekly rate",
};
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

export const attendance: Case = {
  name: 'attendance',
  about: 'what is read of 35,000,000 attendance records beside the same of a hundredth of them',
  async run() {
    const core = cores.server;
    await using small = await start('database', { students: students.small }, core);
    await using large = await start('database', { students: students.large }, core);
    await using smallApp = await start('app', small.ready, core);
    await using largeApp = await start('app', large.ready, core);
    const smallDatabase = openDatabase(small.ready);
    const largeDatabase = openDatabase(large.ready);

    const [few, many] = [
      await targetsOf(smallDatabase, smallApp.ready, students.small),
      await targetsOf(largeDatabase, largeApp.ready, students.large),
    ];
    await expectWholeAnswers(few);
    await expectWholeAnswers(many);
    const measured = await stayingOn(cores.load, () =>
      compare(
        Object.fromEntries(
          names.flatMap((kind) => [
            [`few ${kind}`, few[kind]],
            [`many ${kind}`, many[kind]],
          ]),
        ),
      ),
    );
    const bytes = await bytesPerRecord(largeDatabase, sizesFor(students.large).records);
    await smallDatabase.close();
    await largeDatabase.close();

    const results = names.map((kind) => {
      const [ofFew = [], ofMany = []] = [measured[`few ${kind}`], measured[`many ${kind}`]];
      // What one request costs here beside there is what can be answered there beside here.
      return { kind, ofFew, ofMany, ratios: ratiosOf(ofFew, ofMany) };
    });
    const count = (size: number) => sizesFor(size).records.toLocaleString('en');
    return {
      table: [
        [...comparisonHeading, 'cost beside a hundredth'],
        ...results.flatMap(({ kind, ofFew, ofMany, ratios }) => [
          [...comparisonRow(`${kinds[kind]}, of ${count(students.small)}`, ofFew), '1'],
          [
            ...comparisonRow(`${kinds[kind]}, of ${count(students.large)}`, ofMany),
            describeRatios(ratios),
          ],
        ]),
      ],
      requirements: [
        ...results.map(({ kind, ratios }) => ({
          text: `${kinds[kind]} costs ${median(ratios).toFixed(2)} times as much (at most ${mostRatio})`,
          isMet: median(ratios) <= mostRatio,
        })),
        {
          text:
            `a record takes ${bytes.total.toFixed(0)} bytes on disk: ${bytes.rows.toFixed(0)} its row, ` +
            `${bytes.indexes.toFixed(0)} its two index entries, ${bytes.share.toFixed(1)} its share of sheet and name; ` +
            `the name on every record would add ${bytes.nameOnRecord.toFixed(0)} (at most ${mostBytes})`,
          isMet: bytes.total <= mostBytes,
        },
      ],
    };
  },
};

async function targetsOf(
  { db }: Database,
  address: string,
  size: number,
): Promise<Record<Kind, Target[]>> {
  const { schools, classes, students, schoolId, classId, studentId } = sizesFor(size);
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'Admin')
    .executeTakeFirstOrThrow();
  const adminToken = await openSession(db, admin.id);
  const target = ({ path }: Endpoint, { id = 0, token = adminToken, query = '' }): Target => ({
    url: address + path.replace('{id}', String(id)).replace('{date}', dayOfWeek(20)) + query,
    headers: { authorization: `Bearer ${token}` },
  });
  const ofStudents = spread(students).map(async (at) => {
    const id = studentId(at);
    return target(calls.ofStudent, { id, token: await openSession(db, id) });
  });
  return {
    week: spread(classes).map((at) => target(calls.day, { id: classId(at) })),
    year: await Promise.all(ofStudents),
    grid: spread(classes).map((at) => target(calls.grid, { id: classId(at) })),
    rates: spread(schools).map((at) =>
      target(calls.rates, { query: `?school_id=${schoolId(at)}` }),
    ),
  };
}

function spread(count: number): number[] {
  const taken = Math.min(count, different);
  return Array.from({ length: taken }, (_, at) => Math.floor((at * count) / taken));
}

/** A quick answer would be no wonder if it were an empty one. */
async function expectWholeAnswers(targets: Record<Kind, Target[]>): Promise<void> {
  const read = async (kind: Kind) => {
    const { url, headers = {} } = targets[kind].at(-1) as Target;
    return (await fetch(url, { headers })).json() as Promise<Record<string, unknown[]>>;
  };
  const weeks = limits.teachingWeeks;
  strictEqual((await read('week')).students?.length, studentsInClass);
  strictEqual((await read('year')).attendance?.length, weeks);
  const grid = await read('grid');
  strictEqual(grid.students?.length, studentsInClass);
  strictEqual(grid.weeks?.length, weeks);
  strictEqual((await read('rates')).rates?.length, weeks);
}

async function bytesPerRecord({ pool }: Database, records: number) {
  const { rows } = await pool.query<Record<'rows' | 'indexes' | 'share' | 'name', string>>(`
    select pg_table_size('attendance_records') as rows,
           pg_indexes_size('attendance_records') as indexes,
           pg_total_relation_size('attendance_sheets') + pg_total_relation_size('student_names')
             as share,
           (select avg(pg_column_size(full_name)) from student_names) as name`);
  const of = (bytes: string | undefined) => Number(bytes) / records;
  const [found] = rows;
  const parts = { rows: of(found?.rows), indexes: of(found?.indexes), share: of(found?.share) };
  return {
    ...parts,
    total: parts.rows + parts.indexes + parts.share,
    nameOnRecord: Number(found?.name),
  };
}
