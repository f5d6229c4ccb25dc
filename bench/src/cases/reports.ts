import { strictEqual } from 'node:assert';
import { type ClassReport, type Report, reports } from '../../../contract/src/reports.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { computeSizes, studentsPerClass } from '../generators/attendance.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { measureMs } from '../harness/measure.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const classes = 40;
const students = classes * studentsPerClass;
const schools = 1_000;
const maxMs = 100;
/** All students of the country's schools that took part are counted for it. */
const maxMsForAll = 1_000;
const repeats = 15;

export const reportsCase: Case = {
  name: 'reports',
  description: `the reports of a school with ${classes} classes, of a class and of 1,000 schools`,
  async run() {
    const { server } = cores;
    const input = { students, classesPerSchool: classes, likes: true };
    await using one = await startProcess('database', input, server);
    await using all = await startProcess('database', { schools, likes: true }, server);
    await using oneApp = await startProcess('app', one.ready, server);
    await using allApp = await startProcess('app', all.ready, server);
    const open = async (address: string, path: string): Promise<unknown> => {
      const headers = await logIn(address, demoAccounts.admin.username);
      const response = await fetch(address + path, { headers });
      strictEqual(response.status, 200);
      return response.json();
    };
    const sizes = computeSizes(students, classes);
    const schoolPath = `${reports.read.path}?school_id=${sizes.schoolId(0)}&by=week`;
    const classPath = reports.readClass.path.replace('{id}', String(sizes.classId(0)));
    // An empty response would be fast for the wrong reason.
    const school = (await open(oneApp.ready, schoolPath)) as Report;
    strictEqual(school.parts.length, classes);
    strictEqual(school.steps.length, limits.teachingWeeks);
    strictEqual(school.totals.participants > students / 2, true);
    const schoolClass = (await open(oneApp.ready, classPath)) as ClassReport;
    strictEqual(schoolClass.students.length, studentsPerClass);
    const country = (await open(allApp.ready, reports.read.path)) as Report;
    strictEqual(country.parts.length >= schools && country.totals.participants > schools, true);
    const results: { name: string; limit: number; durations: number[] }[] = [];
    await runOnCore(cores.load, async () => {
      for (const [name, address, path, limit] of [
        [`the report on a school with ${classes} classes`, oneApp.ready, schoolPath, maxMs],
        ['the report on a class', oneApp.ready, classPath, maxMs],
        ['the report on 1,000 schools', allApp.ready, reports.read.path, maxMsForAll],
      ] as const) {
        const headers = await logIn(address, demoAccounts.admin.username);
        const durations: number[] = [];
        while (durations.length < repeats) {
          durations.push(
            await measureMs(async () => (await fetch(address + path, { headers })).arrayBuffer()),
          );
        }
        results.push({ name, limit, durations });
      }
    });
    return {
      table: [
        ['', 'median ms', 'longest ms'],
        ...results.map(({ name, durations }) => [
          name,
          median(durations).toFixed(0),
          Math.max(...durations).toFixed(0),
        ]),
      ],
      requirements: results.map(({ name, limit, durations }) => ({
        text: `${name} takes ${median(durations).toFixed(0)} ms (at most ${limit})`,
        isMet: median(durations) <= limit,
      })),
    };
  },
};
