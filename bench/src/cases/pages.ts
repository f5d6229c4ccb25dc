import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import type { Case, Requirement } from '../harness/case.ts';
import { logIn } from '../harness/log-in.ts';
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';

const runs = 5;
const least = { performance: 90, others: 100 };
const mostScript = 180_000;

interface Page {
  name: string;
  path: string;
  /** Whoever is logged in when the page is opened. */
  username?: string;
}

const student = demoAccounts.student.username;
const visited: readonly Page[] = [
  { name: 'login', path: '/login' },
  { name: "a student's feed", path: '/', username: student },
  { name: 'lessons', path: '/lessons', username: student },
];

export const pages: Case = {
  name: 'pages',
  about: 'the first visit to login, feed and lessons on a slow phone, as Lighthouse simulates it',
  async run() {
    await using site = await start('site', null);
    const { address } = site.ready;
    const found: Found[] = [];
    for (const page of visited) {
      const visits: Visit[] = [];
      while (visits.length < runs) {
        const seen = await visit(address, page);
        if (seen) visits.push(seen);
      }
      found.push({ page, visits });
    }
    return {
      table: [
        ['median (least to most)', ...visited.map(({ name }) => name)],
        ...measures.map(({ label, of }) => [
          label,
          ...found.map(({ visits }) => describe(visits.map(of))),
        ]),
      ],
      requirements: found.flatMap(requirementsOf),
    };
  },
};

interface Found {
  page: Page;
  visits: Visit[];
}

function describe(values: number[]): string {
  const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)].map(
    (figure) => figure.toLocaleString('en'),
  );
  return low === high ? `${middle}` : `${middle} (${low} to ${high})`;
}

function requirementsOf({ page: { name }, visits }: Found): Requirement[] {
  const reached = (category: string, wanted: number) => {
    const score = median(visits.map((visit) => visit.score(category)));
    return {
      text: `${name} has ${score} of 100 for ${category.replace('-', ' ')} (at least ${wanted})`,
      isMet: score >= wanted,
    };
  };
  const script = median(visits.map(({ bytes }) => bytes('Script')));
  return [
    reached('performance', least.performance),
    reached('accessibility', least.others),
    reached('best-practices', least.others),
    {
      text: `${name} loads ${script.toLocaleString('en')} bytes of JavaScript (at most ${mostScript.toLocaleString('en')})`,
      isMet: script <= mostScript,
    },
  ];
}

interface Sent {
  resourceType: string;
  transferSize: number;
}

type Visit = NonNullable<Awaited<ReturnType<typeof visit>>>;

const measures: readonly { label: string; of: (visit: Visit) => number }[] = [
  { label: 'performance, of 100', of: ({ score }) => score('performance') },
  { label: 'accessibility, of 100', of: ({ score }) => score('accessibility') },
  { label: 'best practices, of 100', of: ({ score }) => score('best-practices') },
  { label: 'first contentful paint, ms', of: ({ figure }) => figure('first-contentful-paint') },
  { label: 'largest contentful paint, ms', of: ({ figure }) => figure('largest-contentful-paint') },
  { label: 'speed index, ms', of: ({ figure }) => figure('speed-index') },
  { label: 'total blocking time, ms', of: ({ figure }) => figure('total-blocking-time') },
  {
    label: 'layout shift, thousandths',
    of: ({ figure }) => figure('cumulative-layout-shift', 1000),
  },
  { label: 'JavaScript as sent, bytes', of: ({ bytes }) => bytes('Script') },
  { label: 'CSS as sent, bytes', of: ({ bytes }) => bytes('Stylesheet') },
];

/** One visit with a browser that has seen nothing yet, but for who is logged in; null if its start was not recorded. */
async function visit(address: string, { path, username }: Page) {
  await using browser = await start('browser', null);
  if (username) await enter(browser.ready, address, username);
  const result = await lighthouse(address + path, {
    port: browser.ready,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    logLevel: 'error',
  });
  if (!result) throw new Error('Lighthouse says nothing');
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError?.code === 'NO_NAVSTART') return null;
  if (runtimeError) throw new Error(`Lighthouse failed: ${runtimeError.message}`);
  const requests = audits['network-requests']?.details as unknown as { items: Sent[] };
  return {
    score: (name: string) => Math.round(100 * known(categories[name]?.score)),
    figure: (name: string, times = 1) => Math.round(times * known(audits[name]?.numericValue)),
    bytes: (kind: string) =>
      requests.items
        .filter(({ resourceType }) => resourceType === kind)
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

/** Leaves a token in the browser, on a page of the site that loads nothing of the app. */
async function enter(port: number, address: string, username: string): Promise<void> {
  const { authorization = '' } = await logIn(address, username);
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` });
  const page = await browser.newPage();
  await page.goto(`${address}/favicon.svg`);
  await page.evaluate(`localStorage.setItem('token', '${authorization.replace('Bearer ', '')}')`);
  await page.close();
  await browser.disconnect();
}

function known(figure: number | null | undefined): number {
  if (figure === null || figure === undefined) throw new Error('Lighthouse left a figure out');
  return figure;
}
