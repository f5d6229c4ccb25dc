import { strictEqual } from 'node:assert';
import { type Dashboard, dashboard, type Logins } from '../../../contract/src/dashboard.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { measureMs } from '../harness/measure.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const schools = { small: 100, large: 1_000 };
const maxMs = 100;
const maxRatio = 1.3;
const repeats = 31;

export const dashboardCase: Case = {
  name: 'dashboard',
  description: 'the dashboard over 1,000 schools compared with the same over 100',
  async run() {
    const core = cores.server;
    await using small = await startProcess('database', { schools: schools.small }, core);
    await using large = await startProcess('database', { schools: schools.large }, core);
    await using smallApp = await startProcess('app', small.ready, core);
    await using largeApp = await startProcess('app', large.ready, core);
    const openSmall = await createOpener(smallApp.ready, schools.small);
    const openLarge = await createOpener(largeApp.ready, schools.large);
    const durations = { small: [] as number[], large: [] as number[] };
    const search: number[] = [];
    const logins: number[] = [];
    const openLogins = await createLoginsOpener(largeApp.ready);
    await runOnCore(cores.load, async () => {
      for (let time = 0; time < repeats; time++) {
        durations.small.push(await measureMs(() => openSmall('')));
        durations.large.push(await measureMs(() => openLarge('')));
        search.push(await measureMs(() => openLarge('?q=tieu%20hoc&sort=coverage&page=20')));
        logins.push(await measureMs(openLogins));
      }
    });
    const ratio =
      median(durations.large) / schools.large / (median(durations.small) / schools.small);
    const toRow = (name: string, values: number[], count: number) => [
      name,
      median(values).toFixed(0),
      Math.max(...values).toFixed(0),
      ((median(values) * 1_000) / count).toFixed(0),
    ];
    return {
      table: [
        ['', 'median ms', 'longest ms', 'µs per school'],
        toRow('100 schools', durations.small, schools.small),
        toRow('1,000 schools', durations.large, schools.large),
        toRow('1,000 schools, searched and sorted', search, schools.large),
        toRow('1,000 schools, logins by week', logins, schools.large),
      ],
      requirements: [
        ...Object.entries({
          'the dashboard over 1,000 schools': durations.large,
          'the dashboard over 1,000 schools, searched and sorted,': search,
          'the logins of 1,000 schools by week': logins,
        }).map(([name, values]) => ({
          text: `${name} takes ${median(values).toFixed(0)} ms (at most ${maxMs})`,
          isMet: median(values) <= maxMs,
        })),
        {
          text: `a school costs ${ratio.toFixed(2)} times as much among 1,000 as among 100 (at most ${maxRatio})`,
          isMet: ratio <= maxRatio,
        },
      ],
    };
  },
};

/** Checks that the response is full: an empty one would be fast for the wrong reason. */
async function createOpener(address: string, count: number) {
  const headers = await logIn(address, demoAccounts.admin.username);
  const open = async (query: string): Promise<Dashboard> => {
    const response = await fetch(address + dashboard.read.path + query, { headers });
    strictEqual(response.status, 200);
    return (await response.json()) as Dashboard;
  };
  const { schools, totals } = await open('');
  strictEqual(schools.length, limits.schoolsPerPage);
  strictEqual(totals.schools >= count && totals.sheets > count && totals.logins > count, true);
  return open;
}

/** A week is chosen, so that every school is compared. */
async function createLoginsOpener(address: string) {
  const headers = await logIn(address, demoAccounts.admin.username);
  const open = async (query: string): Promise<Logins> => {
    const response = await fetch(address + dashboard.logins.path + query, { headers });
    strictEqual(response.status, 200);
    return (await response.json()) as Logins;
  };
  const { weeks } = await open('');
  const openWeek = () => open(`?monday=${weeks.at(-1)?.monday}`);
  const { schools } = await openWeek();
  strictEqual(schools.length, limits.schoolsPerPage);
  strictEqual(weeks.filter(({ staff }) => staff > 0).length >= 10, true);
  return openWeek;
}
