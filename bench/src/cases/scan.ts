import sharp from 'sharp';
import { limits } from '../../../contract/src/rules/limits.ts';
import { demoAccounts, secondSchoolAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { decodeViews } from '../../../server/src/features/scan/decode-views.ts';
import { loadModel } from '../../../server/src/features/scan/load-model.ts';
import { shippedModel } from '../../../server/src/features/scan/model.ts';
import { createTaughtAnswer, teachFirstSchool } from '../generators/taught.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { measureMs } from '../harness/measure.ts';
import { startProcess } from '../harness/start-process.ts';
import { median, percentile } from '../harness/statistics.ts';

const minRatio = 0.6;
const maxSlowdown = 1.5;
const maxTaughtRatio = 1.1;
const scanCount = 40;
const feedRequests = 150;
const concurrentScans = 8;

export const scanCase: Case = {
  name: 'scan',
  description:
    'a 1280×720 photo from data URL to result, with what a school taught, compared with the model alone, on one core; scans at a school that taught its scanner and at one that did not; and the feed during scans',
  async run() {
    const image = await createPhoto();
    const { modelOnly, full } = await runOnCore(cores.server, () => timeScans(image));
    const ratio = median(modelOnly) / median(full);
    const { untaught, taught } = await timeSchools(image);
    const taughtRatio = median(taught) / median(untaught);
    const { idle, busy } = await timeFeed(image);
    const slowdown = median(busy) / median(idle);
    return {
      table: [
        ['', 'per second', 'p50 ms', 'p95 ms'],
        toRow('the model alone', modelOnly),
        toRow('from data URL to taught result', full),
        toRow('a request at a school that taught nothing', untaught),
        toRow('a request at a school that taught 10 kinds', taught),
        toRow('a feed page, idle', idle),
        toRow(`a feed page, ${concurrentScans} concurrent scans`, busy),
      ],
      requirements: [
        {
          text: `a scan runs at ${ratio.toFixed(2)} times the speed of the model alone (at least ${minRatio})`,
          isMet: ratio >= minRatio,
        },
        {
          text: `a scan takes ${taughtRatio.toFixed(2)} times as long at a school that taught its scanner (at most ${maxTaughtRatio})`,
          isMet: taughtRatio <= maxTaughtRatio,
        },
        {
          text: `the feed takes ${slowdown.toFixed(2)} times as long while scans run (at most ${maxSlowdown})`,
          isMet: slowdown <= maxSlowdown,
        },
      ],
    };
  },
};

function toRow(label: string, durations: number[]): string[] {
  const figures = [1000 / median(durations), percentile(durations, 50), percentile(durations, 95)];
  return [label, ...figures.map((figure) => figure.toFixed(1))];
}

/** Noise makes its file size realistic. */
async function createPhoto(): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 140, sigma: 20 };
  const bytes = await sharp({
    create: { width: 1280, height: 720, channels: 3, background: '#998', noise },
  })
    .blur(1.2)
    .jpeg({ quality: 92 })
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

async function timeScans(image: string): Promise<{ modelOnly: number[]; full: number[] }> {
  const model = await loadModel(shippedModel);
  const views = await decodeViews(image);
  const answer = createTaughtAnswer();
  const modelOnly: number[] = [];
  const full: number[] = [];
  for (let number = 0; number < scanCount; number++) {
    modelOnly.push(await measureMs(() => model(views)));
    full.push(await measureMs(async () => answer(await model(await decodeViews(image)))));
  }
  return { modelOnly, full };
}

/** One of the two demo schools taught its scanner; their users take turns. Training is not measured. */
async function timeSchools(image: string): Promise<{ untaught: number[]; taught: number[] }> {
  await using process = await startProcess('database', {});
  await using app = await startProcess('app', process.ready);
  await teachFirstSchool(process.ready);
  const openSessions = (accounts: { username: string }[]) =>
    Promise.all(accounts.map(({ username }) => logIn(app.ready, username)));
  const { mod, teacher, student, parent } = demoAccounts;
  const ours = await openSessions([mod, teacher, student, parent]);
  const theirs = await openSessions(Object.values(secondSchoolAccounts));
  const scan = (sessions: Record<string, string>[], number: number) =>
    sendScan(app.ready, sessions[number % sessions.length], image);
  await scan(ours, 0);
  const untaught: number[] = [];
  const taught: number[] = [];
  for (let number = 1; number <= scanCount; number++) {
    untaught.push(await measureMs(() => scan(theirs, number)));
    taught.push(await measureMs(() => scan(ours, number)));
  }
  return { untaught, taught };
}

async function timeFeed(image: string): Promise<{ idle: number[]; busy: number[] }> {
  await using database = await startProcess('database', { posts: 1_000 });
  await using app = await startProcess('app', database.ready);
  const usernames = Object.values(demoAccounts).map(({ username }) => username);
  const headers = await Promise.all(usernames.map((username) => logIn(app.ready, username)));
  const fetchFeed = () => fetchOk(`${app.ready}/api/posts`, { headers: headers[0] ?? {} });
  const scan = (number: number) => sendScan(app.ready, headers[number % headers.length], image);
  const timeFeedRequests = async () => {
    const durations: number[] = [];
    while (durations.length < feedRequests) durations.push(await measureMs(fetchFeed));
    return durations;
  };
  await Promise.all([timeFeedRequests(), scan(0)]);
  const idle = await timeFeedRequests();
  let isDone = false;
  let scans = 0;
  // Users take turns, so that none reaches the limit per minute; the first one has scanned already.
  const maxScans = headers.length * (limits.scansPerMinute - 1);
  const scanning = Array.from({ length: concurrentScans }, async () => {
    while (!isDone && scans < maxScans) await scan(scans++);
  });
  const busy = await timeFeedRequests();
  isDone = true;
  await Promise.all(scanning);
  return { idle, busy };
}

function sendScan(
  address: string,
  session: Record<string, string> | undefined,
  image: string,
): Promise<void> {
  return fetchOk(`${address}/api/analyze`, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({ image }),
  });
}

async function fetchOk(url: string, options: RequestInit): Promise<void> {
  const response = await fetch(url, options);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
}
