import { strictEqual } from 'node:assert';
import { studentTables } from '../../../contract/src/account-tables.ts';
import { accounts as calls } from '../../../contract/src/accounts.ts';
import { auth } from '../../../contract/src/auth.ts';
import { classes } from '../../../contract/src/classes.ts';
import { schools } from '../../../contract/src/schools.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { largeSchool } from '../generators/accounts.ts';
import type { Case } from '../harness/case.ts';
import { cores, stayingOn } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';
import { timed } from '../harness/timed.ts';

const students = 20_000;
const rowsToTry = 1_000;
const times = 15;
/** What is asked for while somebody waits at a table, and while a long list is on its way. */
const most = { page: 300, dryRun: 10_000, othersWait: 500 };

interface Measured {
  name: string;
  waits: number[];
  /** The longest wait of somebody who asked for their profile meanwhile. */
  othersWait: number;
}

export const accounts: Case = {
  name: 'accounts',
  about: '20,000 accounts in one school: its tables, whole lists, exports and a dry run',
  async run() {
    await using database = await start('database', { accounts: students }, cores.server);
    await using app = await start('app', database.ready, cores.server);
    const headers = await logIn(app.ready, demoAccounts.admin.username);
    // Awaited here: what was started ends with this function.
    return await stayingOn(cores.load, async () => {
      const measured = await measureAll(app.ready, headers);
      const [tables, long] = [measured.slice(0, -4), measured.slice(-4)];
      const dryRun = long.at(-1) as Measured;
      const slowest = Math.max(...tables.map(({ waits }) => median(waits)));
      const othersWait = Math.max(...long.map((one) => one.othersWait));
      return {
        table: [
          ['', 'median ms', 'longest ms', "others' longest wait ms"],
          ...measured.map((one) => [
            one.name,
            median(one.waits).toFixed(0),
            Math.max(...one.waits).toFixed(0),
            one.othersWait.toFixed(0),
          ]),
        ],
        requirements: [
          {
            text: `the slowest table takes ${slowest.toFixed(0)} ms (at most ${most.page})`,
            isMet: slowest <= most.page,
          },
          {
            text: `a dry run of ${rowsToTry.toLocaleString('en')} rows takes ${(median(dryRun.waits) / 1000).toFixed(1)} s (at most ${most.dryRun / 1000})`,
            isMet: median(dryRun.waits) <= most.dryRun,
          },
          {
            text: `others wait ${othersWait.toFixed(0)} ms at the longest (at most ${most.othersWait})`,
            isMet: othersWait <= most.othersWait,
          },
        ],
      };
    });
  },
};

async function measureAll(address: string, headers: Record<string, string>): Promise<Measured[]> {
  /** Who is told that the server is busy asks again, and waits so much longer. */
  const read = async (path: string, query = ''): Promise<Response> => {
    const answer = await fetch(address + path + query, { headers });
    if (answer.status === 503) return read(path, query);
    strictEqual(answer.status, 200, path);
    return answer;
  };
  const all = (await (await read(schools.list.path)).json()) as Schools;
  const school = all.schools.find(({ school_name }) => school_name === largeSchool)?.id ?? 0;
  const ofSchool = `?school_id=${school}`;
  const page = (more: string) => read(calls.students.path, `${ofSchool}&page=${more}`);
  const { total } = (await (await page('1')).json()) as { total: number };
  strictEqual(total, students);
  const lines = (await (await read(classes.list.path, ofSchool)).json()) as Classes;
  const classId = lines.classes[0]?.id;

  const asks: [string, () => Promise<Response>, number?][] = [
    ['the first page of ten', () => page('1')],
    ['the thousandth page', () => page('1000')],
    ['a search for a name', () => page('1&q=nguyen%20an')],
    ['a search for digits', () => page('1&q=4711')],
    ['a class', () => page(`1&class_id=${classId}`)],
    ['a grade', () => page('50&grade_id=3')],
    ['pending assignment', () => page('1&class_id=none')],
    ['the classes', () => read(classes.list.path, ofSchool)],
    ['all of them as JSON', () => read(calls.students.path, ofSchool), 3],
    ['their export as CSV', () => read(studentTables.exportCsv.path, ofSchool), 3],
    ['their export as XLSX', () => read(studentTables.exportXlsx.path, ofSchool), 3],
    [`a dry run of ${rowsToTry} rows`, () => dryRun(address, headers, school), 3],
  ];
  const measured: Measured[] = [];
  for (const [name, ask, howOften = times] of asks) {
    const others = beside(() => read(auth.me.path));
    const waits: number[] = [];
    for (let time = 0; time < howOften; time++) {
      waits.push(await timed(async () => (await ask()).arrayBuffer()));
    }
    measured.push({ name, waits, othersWait: await others.longest() });
  }
  return measured;
}

interface Schools {
  schools: { id: number; school_name: string }[];
}
interface Classes {
  classes: { id: number }[];
}

/** Asks again and again, one at a time, until the longest wait is wanted. */
function beside(ask: () => Promise<Response>) {
  let isOver = false;
  let longest = 0;
  const asking = (async () => {
    while (!isOver) {
      const wait = await timed(async () => (await ask()).arrayBuffer());
      longest = Math.max(longest, wait);
    }
  })();
  return {
    async longest(): Promise<number> {
      isOver = true;
      await asking;
      return longest;
    },
  };
}

async function dryRun(
  address: string,
  headers: Record<string, string>,
  school: number,
): Promise<Response> {
  const lines = Array.from(
    { length: rowsToTry },
    (_, at) => `moi.${at},Nguyễn Hoàng Bảo,Ân,moi${at}@example.vn`,
  );
  const text = ['Tên đăng nhập,Họ và tên đệm,Tên,Email', ...lines].join('\n');
  const form = new FormData();
  form.set('file', new File([text], 'bang.csv', { type: 'text/csv' }));
  const query = `?school_id=${school}&dry_run=true`;
  const url = address + studentTables.take.path + query;
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  strictEqual(answer.status, 200);
  return answer;
}
