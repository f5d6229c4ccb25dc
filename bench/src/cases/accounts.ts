import { strictEqual } from 'node:assert';
import { studentTables } from '../../../contract/src/account-tables.ts';
import { accounts } from '../../../contract/src/accounts.ts';
import { auth } from '../../../contract/src/auth.ts';
import { classes } from '../../../contract/src/classes.ts';
import { schools } from '../../../contract/src/schools.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { largeSchoolName } from '../generators/accounts.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { measureMs, repeatUntilStopped } from '../harness/measure.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const students = 20_000;
const dryRunRows = 1_000;
const defaultRepeats = 15;
const maxMs = { page: 300, dryRun: 10_000, othersWait: 500 };

type RequestHeaders = Record<string, string>;

interface Measurement {
  name: string;
  durations: number[];
  /** The longest a concurrent request for a profile took. */
  othersWait: number;
}

export const accountsCase: Case = {
  name: 'accounts',
  description: '20,000 accounts in one school: its tables, whole lists, exports and a dry run',
  async run() {
    await using database = await startProcess('database', { accounts: students }, cores.server);
    await using app = await startProcess('app', database.ready, cores.server);
    const users = {
      headers: await logIn(app.ready, demoAccounts.admin.username),
      otherHeaders: await logIn(app.ready, demoAccounts.teacher.username),
    };
    // Awaited here: the started processes end with this function.
    return await runOnCore(cores.load, async () => {
      const measured = await measureAll(app.ready, users);
      const [tables, longRequests] = [measured.slice(0, -4), measured.slice(-4)];
      const dryRun = longRequests.at(-1) as Measurement;
      const slowest = Math.max(...tables.map(({ durations }) => median(durations)));
      const othersWait = Math.max(...longRequests.map((request) => request.othersWait));
      return {
        table: [
          ['', 'median ms', 'longest ms', "other users' longest wait ms"],
          ...measured.map(({ name, durations, othersWait }) => [
            name,
            median(durations).toFixed(0),
            Math.max(...durations).toFixed(0),
            othersWait.toFixed(0),
          ]),
        ],
        requirements: [
          {
            text: `the slowest table takes ${slowest.toFixed(0)} ms (at most ${maxMs.page})`,
            isMet: slowest <= maxMs.page,
          },
          {
            text: `a dry run of ${dryRunRows.toLocaleString('en')} rows takes ${(median(dryRun.durations) / 1000).toFixed(1)} s (at most ${maxMs.dryRun / 1000})`,
            isMet: median(dryRun.durations) <= maxMs.dryRun,
          },
          {
            text: `the longest wait of another user is ${othersWait.toFixed(0)} ms (at most ${maxMs.othersWait})`,
            isMet: othersWait <= maxMs.othersWait,
          },
        ],
      };
    });
  },
};

async function measureAll(
  address: string,
  { headers, otherHeaders }: { headers: RequestHeaders; otherHeaders: RequestHeaders },
): Promise<Measurement[]> {
  /** A busy response is retried, so that its wait counts too. */
  const fetchAs = async (user: RequestHeaders, path: string): Promise<Response> => {
    const response = await fetch(address + path, { headers: user });
    if (response.status === 503) return fetchAs(user, path);
    strictEqual(response.status, 200, path);
    return response;
  };
  const fetchOk = (path: string, query = '') => fetchAs(headers, path + query);
  const list = (await (await fetchOk(schools.list.path)).json()) as Schools;
  const schoolId = list.schools.find(({ school_name }) => school_name === largeSchoolName)?.id ?? 0;
  const schoolQuery = `?school_id=${schoolId}`;
  const fetchPage = (query: string) =>
    fetchOk(accounts.students.path, `${schoolQuery}&page=${query}`);
  const { total } = (await (await fetchPage('1')).json()) as { total: number };
  strictEqual(total, students);
  const classList = (await (await fetchOk(classes.list.path, schoolQuery)).json()) as Classes;
  const classId = classList.classes[0]?.id;

  const requests: [string, () => Promise<Response>, number?][] = [
    ['the first page of ten', () => fetchPage('1')],
    ['the thousandth page', () => fetchPage('1000')],
    ['a search for a name', () => fetchPage('1&q=nguyen%20an')],
    ['a search for digits', () => fetchPage('1&q=4711')],
    ['a class', () => fetchPage(`1&class_id=${classId}`)],
    ['a grade', () => fetchPage('50&grade_id=3')],
    ['pending assignment', () => fetchPage('1&class_id=none')],
    ['the classes of the school', () => fetchOk(classes.list.path, schoolQuery)],
    ['all students as JSON', () => fetchOk(accounts.students.path, schoolQuery), 3],
    ['all students as a CSV export', () => fetchOk(studentTables.exportCsv.path, schoolQuery), 3],
    [
      'all students as an XLSX export',
      () => fetchOk(studentTables.exportXlsx.path, schoolQuery),
      3,
    ],
    [`a dry run of ${dryRunRows} rows`, () => sendDryRun(address, headers, schoolId), 3],
  ];
  const measured: Measurement[] = [];
  for (const [name, send, repeats = defaultRepeats] of requests) {
    const others = repeatUntilStopped(() => fetchAs(otherHeaders, auth.me.path));
    const durations: number[] = [];
    for (let time = 0; time < repeats; time++) {
      durations.push(await measureMs(async () => (await send()).arrayBuffer()));
    }
    measured.push({ name, durations, othersWait: await others.stop() });
  }
  return measured;
}

interface Schools {
  schools: { id: number; school_name: string }[];
}
interface Classes {
  classes: { id: number }[];
}

async function sendDryRun(
  address: string,
  headers: RequestHeaders,
  schoolId: number,
): Promise<Response> {
  const lines = Array.from(
    { length: dryRunRows },
    (_, index) => `moi.${index},Nguyễn Hoàng Bảo,Ân,moi${index}@example.vn`,
  );
  const text = ['Tên đăng nhập,Họ và tên đệm,Tên,Email', ...lines].join('\n');
  const form = new FormData();
  form.set('file', new File([text], 'bang.csv', { type: 'text/csv' }));
  const query = `?school_id=${schoolId}&dry_run=true`;
  const url = address + studentTables.importTable.path + query;
  const response = await fetch(url, { method: 'POST', headers, body: form });
  strictEqual(response.status, 200);
  return response;
}
