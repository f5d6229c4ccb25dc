import { strictEqual } from 'node:assert';
import { moderation } from '../../../contract/src/moderation.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { measureMs } from '../harness/measure.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const items = 5_000;
const maxMs = 300;
const repeats = 15;
const pages = {
  'the first page': '',
  'the first page of 50': '?limit=50',
  'a grade': '?grade_id=3',
  'reported comments': '?kind=reported',
};

export const queueCase: Case = {
  name: 'queue',
  description: `the moderation queue with ${items.toLocaleString('en')} items`,
  async run() {
    await using database = await startProcess('database', { queue: items }, cores.server);
    await using app = await startProcess('app', database.ready, cores.server);
    const headers = await logIn(app.ready, demoAccounts.mod.username);
    const open = async (query: string) => {
      const response = await fetch(app.ready + moderation.queue.path + query, { headers });
      strictEqual(response.status, 200, await response.text());
    };
    // The first one after a start also starts the thread that checks texts.
    await open('?limit=1');
    const table = [['', 'first ms', 'median ms', 'longest ms']];
    let longest = 0;
    await runOnCore(cores.load, async () => {
      for (const [name, query] of Object.entries(pages)) {
        const durations: number[] = [];
        while (durations.length < repeats) durations.push(await measureMs(() => open(query)));
        table.push([
          name,
          (durations[0] as number).toFixed(0),
          median(durations).toFixed(0),
          Math.max(...durations).toFixed(0),
        ]);
        longest = Math.max(longest, ...durations);
      }
    });
    return {
      table,
      requirements: [
        {
          text: `a page of a queue with ${items.toLocaleString('en')} items takes at most ${longest.toFixed(0)} ms (at most ${maxMs})`,
          isMet: longest <= maxMs,
        },
      ],
    };
  },
};
