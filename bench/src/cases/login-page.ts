import { existsSync } from 'node:fs';
import lighthouse from 'lighthouse';
import { StartUpError } from '../../../server/src/start-up-error.ts';
import type { Case } from '../harness/case.ts';
import { cores } from '../harness/cores.ts';
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';

const runs = 3;
const builtPage = new URL('../../../web/dist/index.html', import.meta.url);

export const loginPage: Case = {
  name: 'login-page',
  about: 'the first visit to the login page on a slow phone, as Lighthouse simulates it',
  async run() {
    if (!existsSync(builtPage)) {
      throw new StartUpError('The web app is not built: run `npx vite build web` first.');
    }
    const core = cores.server;
    await using database = await start('database', { posts: 0 }, core);
    await using app = await start('app', database.ready, core);
    const visits: Visit[] = [];
    while (visits.length < runs) visits.push(await visit(`${app.ready}/login`));
    return {
      table: [
        ['', 'median', ...visits.map((_, at) => `run ${at + 1}`)],
        ...measures.map(([label, of]) => rowOf(label, visits.map(of))),
      ],
      requirements: [],
    };
  },
};

function rowOf(label: string, values: number[]): string[] {
  const figures = [median(values), ...values];
  return [label, ...figures.map((figure) => figure.toLocaleString('en'))];
}

interface Sent {
  resourceType: string;
  transferSize: number;
}

type Visit = Awaited<ReturnType<typeof visit>>;

const measures: readonly (readonly [label: string, of: (visit: Visit) => number])[] = [
  ['performance, of 100', ({ score }) => score('performance')],
  ['accessibility, of 100', ({ score }) => score('accessibility')],
  ['best practices, of 100', ({ score }) => score('best-practices')],
  ['first contentful paint, ms', ({ time }) => time('first-contentful-paint')],
  ['largest contentful paint, ms', ({ time }) => time('largest-contentful-paint')],
  ['total blocking time, ms', ({ time }) => time('total-blocking-time')],
  ['JavaScript as sent, bytes', ({ bytes }) => bytes('Script')],
  ['CSS as sent, bytes', ({ bytes }) => bytes('Stylesheet')],
];

/** One visit with a browser that has seen nothing yet. */
async function visit(url: string) {
  await using browser = await start('browser', null);
  const visited = await lighthouse(url, {
    port: browser.ready,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    logLevel: 'error',
  });
  if (!visited) throw new Error('Lighthouse says nothing');
  const { categories, audits, runtimeError } = visited.lhr;
  if (runtimeError) throw new Error(`Lighthouse failed: ${runtimeError.message}`);
  const requests = audits['network-requests']?.details as unknown as { items: Sent[] };
  return {
    score: (name: string) => Math.round(100 * known(categories[name]?.score)),
    time: (name: string) => Math.round(known(audits[name]?.numericValue)),
    bytes: (kind: string) =>
      requests.items
        .filter(({ resourceType }) => resourceType === kind)
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

function known(figure: number | null | undefined): number {
  if (figure === null || figure === undefined) throw new Error('Lighthouse left a figure out');
  return figure;
}
