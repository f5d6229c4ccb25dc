import { strictEqual } from 'node:assert';
import { auth } from '../../../contract/src/auth.ts';
import type { Endpoint } from '../../../contract/src/endpoint.ts';
import { findPlanProblems } from '../../../contract/src/rules/rollover.ts';
import { schools } from '../../../contract/src/schools.ts';
import { type RolloverDraft, years } from '../../../contract/src/years.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { largeSchoolName } from '../generators/accounts.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { measureMs, repeatUntilStopped } from '../harness/measure.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const sizes = [
  { students: 1_200, maxSeconds: 3 },
  { students: 20_000, maxSeconds: 30 },
];
const repeats = 5;
const stepNames = ['reading the draft', 'saving it', 'its spreadsheet', 'the start', 'the undo'];

interface Measurement {
  name: string;
  durations: number[];
  /** The longest a concurrent request for a profile took. */
  othersWait: number;
}

export const rolloverCase: Case = {
  name: 'rollover',
  description: 'the next school year of 1,200 and of 20,000 students: its draft, start and undo',
  async run() {
    const table = [['', 'median ms', 'longest ms', "other users' longest wait ms"]];
    const requirements = [];
    for (const { students, maxSeconds } of sizes) {
      const measured = await measureSchool(students);
      const count = students.toLocaleString('en');
      for (const { name, durations, othersWait } of measured) {
        table.push([
          `${name}, ${count} students`,
          median(durations).toFixed(0),
          Math.max(...durations).toFixed(0),
          othersWait.toFixed(0),
        ]);
      }
      const start = measured.find(({ name }) => name === 'the start') as Measurement;
      const seconds = Math.max(...start.durations) / 1000;
      requirements.push({
        text: `the year of ${count} students starts in ${seconds.toFixed(1)} s (at most ${maxSeconds})`,
        isMet: seconds <= maxSeconds,
      });
    }
    return { table, requirements };
  },
};

async function measureSchool(students: number): Promise<Measurement[]> {
  await using database = await startProcess('database', { accounts: students }, cores.server);
  await using app = await startProcess('app', database.ready, cores.server);
  const headers = await logIn(app.ready, demoAccounts.admin.username);
  const otherHeaders = await logIn(app.ready, demoAccounts.teacher.username);
  // Awaited here: the started processes end with this function.
  return await runOnCore(cores.load, () => measureSteps(app.ready, { headers, otherHeaders }));
}

type RequestHeaders = Record<string, string>;

async function measureSteps(
  address: string,
  { headers, otherHeaders }: { headers: RequestHeaders; otherHeaders: RequestHeaders },
): Promise<Measurement[]> {
  const send = async ({ method, path, status = 200 }: Endpoint, body?: object, query = '') => {
    const response = await fetch(address + path + query, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const content = await response.arrayBuffer();
    strictEqual(
      response.status,
      status,
      `${path}: ${Buffer.from(content).toString().slice(0, 500)}`,
    );
    return Buffer.from(content);
  };
  const { schools: list } = JSON.parse((await send(schools.list)).toString()) as Schools;
  const school_id = list.find(({ school_name }) => school_name === largeSchoolName)?.id ?? 0;
  const schoolQuery = `?school_id=${school_id}`;

  let draft: RolloverDraft;
  const readDraft = (bytes: Buffer) => {
    draft = JSON.parse(bytes.toString()) as RolloverDraft;
  };
  const steps = [
    async () => readDraft(await send(years.draft, undefined, schoolQuery)),
    async () => {
      const { version } = draft;
      readDraft(await send(years.saveDraft, { school_id, version, plan: makeReady(draft) }));
    },
    () => send(years.draftFile, undefined, schoolQuery),
    () => send(years.start, { school_id, version: draft.version }),
    () => send(years.undo, { school_id }),
  ];
  const measured = stepNames.map((name): Measurement => ({ name, durations: [], othersWait: 0 }));
  for (let time = 0; time < repeats; time++) {
    for (const [index, step] of steps.entries()) {
      const others = repeatUntilStopped(() =>
        fetch(address + auth.me.path, { headers: otherHeaders }),
      );
      const measurement = measured[index] as Measurement;
      measurement.durations.push(await measureMs(step));
      measurement.othersWait = Math.max(measurement.othersWait, await others.stop());
    }
  }
  return measured;
}

/** Nobody teaches the classes of this school. */
function makeReady({ school, plan }: RolloverDraft): RolloverDraft['plan'] {
  strictEqual(findPlanProblems(school, plan).unplaced.length, 0);
  return {
    ...plan,
    classes: plan.classes.map((newClass) => ({ ...newClass, isWithoutTeacher: true })),
    // A decision for every student makes the largest plan.
    students: school.students.map(({ id, class_id }) => ({
      student_id: id,
      to: plan.successors.find((successor) => successor.class_id === class_id)?.to ?? null,
    })),
  };
}

interface Schools {
  schools: { id: number; school_name: string }[];
}
