import { strictEqual } from 'node:assert';
import { search } from '../../../contract/src/search.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { largestSchoolMod } from '../generators/people.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { measureMs } from '../harness/measure.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const accounts = 100_000;
const maxMs = 50;
const repeats = 25;

/** What is typed, and whether somebody or something must be found. */
const searches: [name: string, q: string, isFound: boolean][] = [
  ['one letter', 'n', true],
  ['a short prefix', 'ng', true],
  ['a given name', 'ân', true],
  ['two words', 'nguyen an', true],
  ['a name and a class', 'hân 2a', true],
  ['a common name and a class', 'nguyễn 2a', true],
  ['a class', '2a', true],
  ['the beginning of a phone number', '0912', true],
  ['the end of a number', '0411', true],
  ['a username', 'student.4711', true],
  ['no hit', 'xyzq', false],
];

export const searchCase: Case = {
  name: 'search',
  description: `a search among ${accounts.toLocaleString('en')} accounts`,
  async run() {
    await using database = await startProcess('database', { people: accounts }, cores.server);
    await using app = await startProcess('app', database.ready, cores.server);
    const users = {
      'an Admin': await logIn(app.ready, demoAccounts.admin.username),
      'the Mod of a school of 20,000': await logIn(app.ready, largestSchoolMod),
    };
    const table = [['', 'typed', 'median ms', 'longest ms']];
    let slowest = 0;
    await runOnCore(cores.load, async () => {
      for (const [user, headers] of Object.entries(users)) {
        for (const [name, q, isFound] of searches) {
          const find = async () => {
            const url = `${app.ready}${search.find.path}?q=${encodeURIComponent(q)}`;
            const response = await fetch(url, { headers });
            strictEqual(response.status, 200, q);
            const found = Object.values((await response.json()) as object).flat();
            strictEqual(found.length > 0, isFound, q);
          };
          const durations: number[] = [];
          while (durations.length < repeats) durations.push(await measureMs(find));
          table.push([
            `${name}, ${user}`,
            q,
            median(durations).toFixed(1),
            Math.max(...durations).toFixed(1),
          ]);
          slowest = Math.max(slowest, median(durations));
        }
      }
    });
    return {
      table,
      requirements: [
        {
          text: `the slowest search takes ${slowest.toFixed(0)} ms (at most ${maxMs})`,
          isMet: slowest <= maxMs,
        },
      ],
    };
  },
};
