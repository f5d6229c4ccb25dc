import { strictEqual } from 'node:assert';
import {
  type AttendanceOverview,
  attendanceOverview,
} from '../../../contract/src/attendance-overview.ts';
import { dashboard, type SchoolTasks } from '../../../contract/src/dashboard.ts';
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
const maxMs = 100;
const repeats = 31;

export const overviewCase: Case = {
  name: 'overview',
  description: `the overview of a school with ${classes} classes and a year of sheets`,
  async run() {
    const input = { students, classesPerSchool: classes };
    await using database = await startProcess('database', input, cores.server);
    await using app = await startProcess('app', database.ready, cores.server);
    const headers = await logIn(app.ready, demoAccounts.admin.username);
    const schoolId = computeSizes(students, classes).schoolId(0);
    const open = async (path: string): Promise<unknown> => {
      const response = await fetch(app.ready + path, { headers });
      strictEqual(response.status, 200);
      return response.json();
    };
    const overviewPath = `${attendanceOverview.read.path}?school_id=${schoolId}&week=20`;
    const tasksPath = `${dashboard.tasks.path}?school_id=${schoolId}`;
    // An empty response would be fast for the wrong reason.
    const overview = (await open(overviewPath)) as AttendanceOverview;
    strictEqual(overview.classes.length, classes);
    strictEqual(overview.classes[0]?.weeks.length, limits.teachingWeeks);
    strictEqual(overview.absences.length > 0, true);
    const tasks = (await open(tasksPath)) as SchoolTasks;
    strictEqual(tasks.consent.length, classes);
    const results: { name: string; durations: number[] }[] = [];
    await runOnCore(cores.load, async () => {
      for (const [name, path] of [
        ['the attendance of a school', overviewPath],
        ['the tasks of a school', tasksPath],
      ] as const) {
        const durations: number[] = [];
        while (durations.length < repeats) durations.push(await measureMs(() => open(path)));
        results.push({ name, durations });
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
      requirements: results.map(({ name, durations }) => ({
        text: `${name} with ${classes} classes takes ${median(durations).toFixed(0)} ms (at most ${maxMs})`,
        isMet: median(durations) <= maxMs,
      })),
    };
  },
};
