import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import type { Case, Requirement } from '../harness/case.ts';
import { logIn } from '../harness/log-in.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const runs = 5;
const minScores = { performance: 90, others: 100 };
const maxScriptBytes = 180_000;

interface Page {
  name: string;
  path: string;
  /** The user who is logged in. */
  username?: string;
}

const studentUsername = demoAccounts.student.username;
const testedPages: readonly Page[] = [
  { name: 'login', path: '/login' },
  { name: "a student's feed", path: '/', username: studentUsername },
  { name: 'lessons', path: '/lessons', username: studentUsername },
];

export const pagesCase: Case = {
  name: 'pages',
  description:
    'the first visit to login, feed and lessons on a slow phone, as Lighthouse simulates it',
  async run() {
    await using site = await startProcess('site', null);
    const { address } = site.ready;
    const results: PageResult[] = [];
    for (const page of testedPages) {
      const visits: Visit[] = [];
      while (visits.length < runs) {
        const measured = await visit(address, page);
        if (measured) visits.push(measured);
      }
      results.push({ page, visits });
    }
    return {
      table: [
        ['median (min to max)', ...testedPages.map(({ name }) => name)],
        ...measures.map(({ label, pick }) => [
          label,
          ...results.map(({ visits }) => formatRange(visits.map(pick))),
        ]),
      ],
      requirements: results.flatMap(checkRequirements),
    };
  },
};

interface PageResult {
  page: Page;
  visits: Visit[];
}

function formatRange(values: number[]): string {
  const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)].map(
    (figure) => figure.toLocaleString('en'),
  );
  return low === high ? `${middle}` : `${middle} (${low} to ${high})`;
}

function checkRequirements({ page: { name }, visits }: PageResult): Requirement[] {
  const checkScore = (category: string, minScore: number) => {
    const score = median(visits.map((visit) => visit.score(category)));
    return {
      text: `${name} scores ${score} of 100 for ${category.replace('-', ' ')} (at least ${minScore})`,
      isMet: score >= minScore,
    };
  };
  const scriptBytes = median(visits.map(({ bytes }) => bytes('Script')));
  return [
    checkScore('performance', minScores.performance),
    checkScore('accessibility', minScores.others),
    checkScore('best-practices', minScores.others),
    {
      text: `${name} loads ${scriptBytes.toLocaleString('en')} bytes of JavaScript (at most ${maxScriptBytes.toLocaleString('en')})`,
      isMet: scriptBytes <= maxScriptBytes,
    },
  ];
}

interface NetworkRequest {
  resourceType: string;
  transferSize: number;
}

type Visit = NonNullable<Awaited<ReturnType<typeof visit>>>;

const measures: readonly { label: string; pick: (visit: Visit) => number }[] = [
  { label: 'performance, of 100', pick: ({ score }) => score('performance') },
  { label: 'accessibility, of 100', pick: ({ score }) => score('accessibility') },
  { label: 'best practices, of 100', pick: ({ score }) => score('best-practices') },
  { label: 'first contentful paint, ms', pick: ({ figure }) => figure('first-contentful-paint') },
  {
    label: 'largest contentful paint, ms',
    pick: ({ figure }) => figure('largest-contentful-paint'),
  },
  { label: 'speed index, ms', pick: ({ figure }) => figure('speed-index') },
  { label: 'total blocking time, ms', pick: ({ figure }) => figure('total-blocking-time') },
  {
    label: 'layout shift, thousandths',
    pick: ({ figure }) => figure('cumulative-layout-shift', 1000),
  },
  { label: 'JavaScript transferred, bytes', pick: ({ bytes }) => bytes('Script') },
  { label: 'CSS transferred, bytes', pick: ({ bytes }) => bytes('Stylesheet') },
];

/** One visit with a fresh browser, logged in if needed; null if Lighthouse missed the start of the navigation. */
async function visit(address: string, { path, username }: Page) {
  await using browser = await startProcess('browser', null);
  if (username) await storeToken(browser.ready, address, username);
  const result = await lighthouse(address + path, {
    port: browser.ready,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    logLevel: 'error',
  });
  if (!result) throw new Error('Lighthouse returned no result');
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError?.code === 'NO_NAVSTART') return null;
  if (runtimeError) throw new Error(`Lighthouse failed: ${runtimeError.message}`);
  const requests = audits['network-requests']?.details as unknown as { items: NetworkRequest[] };
  return {
    score: (name: string) => Math.round(100 * requireNumber(categories[name]?.score)),
    figure: (name: string, factor = 1) =>
      Math.round(factor * requireNumber(audits[name]?.numericValue)),
    bytes: (kind: string) =>
      requests.items
        .filter(({ resourceType }) => resourceType === kind)
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

/** Stores a token in the browser from a page of the site that does not load the app. */
async function storeToken(port: number, address: string, username: string): Promise<void> {
  const { authorization = '' } = await logIn(address, username);
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` });
  const page = await browser.newPage();
  await page.goto(`${address}/favicon.svg`);
  await page.evaluate(`localStorage.setItem('token', '${authorization.replace('Bearer ', '')}')`);
  await page.close();
  await browser.disconnect();
}

function requireNumber(figure: number | null | undefined): number {
  if (figure === null || figure === undefined) throw new Error('Lighthouse left out a figure');
  return figure;
}
