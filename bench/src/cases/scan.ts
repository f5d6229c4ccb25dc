import sharp from 'sharp';
import { limits } from '../../../contract/src/rules/limits.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { decodeCrop } from '../../../server/src/features/scan/decode-crop.ts';
import { loadModel } from '../../../server/src/features/scan/load-model.ts';
import { shippedModel } from '../../../server/src/features/scan/model.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { measureMs } from '../harness/measure.ts';
import { startProcess } from '../harness/start-process.ts';
import { median, percentile } from '../harness/statistics.ts';

const minRatio = 0.6;
const maxSlowdown = 1.5;
const scanCount = 40;
const feedRequests = 150;
const concurrentScans = 8;

export const scanCase: Case = {
  name: 'scan',
  description:
    'a 1280×720 photo from data URL to result compared with the model alone, on one core; and the feed during scans',
  async run() {
    const image = await createPhoto();
    const { modelOnly, full } = await runOnCore(cores.server, () => timeScans(image));
    const ratio = median(modelOnly) / median(full);
    const { idle, busy } = await timeFeed(image);
    const slowdown = median(busy) / median(idle);
    return {
      table: [
        ['', 'per second', 'p50 ms', 'p95 ms'],
        toRow('the model alone', modelOnly),
        toRow('from data URL to result', full),
        toRow('a feed page, idle', idle),
        toRow(`a feed page, ${concurrentScans} concurrent scans`, busy),
      ],
      requirements: [
        {
          text: `a scan runs at ${ratio.toFixed(2)} times the speed of the model alone (at least ${minRatio})`,
          isMet: ratio >= minRatio,
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
  const crop = await decodeCrop(image);
  const modelOnly: number[] = [];
  const full: number[] = [];
  for (let number = 0; number < scanCount; number++) {
    modelOnly.push(await measureMs(() => model(crop)));
    full.push(await measureMs(async () => model(await decodeCrop(image))));
  }
  return { modelOnly, full };
}

async function timeFeed(image: string): Promise<{ idle: number[]; busy: number[] }> {
  await using database = await startProcess('database', { posts: 1_000 });
  await using app = await startProcess('app', database.ready);
  const usernames = Object.values(demoAccounts).map(({ username }) => username);
  const headers = await Promise.all(usernames.map((username) => logIn(app.ready, username)));
  const fetchFeed = () => fetchOk(`${app.ready}/api/posts`, { headers: headers[0] ?? {} });
  const sendScan = (number: number) =>
    fetchOk(`${app.ready}/api/analyze`, {
      method: 'POST',
      headers: { ...headers[number % headers.length], 'content-type': 'application/json' },
      body: JSON.stringify({ image }),
    });
  const timeFeedRequests = async () => {
    const durations: number[] = [];
    while (durations.length < feedRequests) durations.push(await measureMs(fetchFeed));
    return durations;
  };
  await Promise.all([timeFeedRequests(), sendScan(0)]);
  const idle = await timeFeedRequests();
  let isDone = false;
  let scans = 0;
  // Users take turns, so that none reaches the limit per minute; the first one has scanned already.
  const maxScans = headers.length * (limits.scansPerMinute - 1);
  const scanning = Array.from({ length: concurrentScans }, async () => {
    while (!isDone && scans < maxScans) await sendScan(scans++);
  });
  const busy = await timeFeedRequests();
  isDone = true;
  await Promise.all(scanning);
  return { idle, busy };
}

async function fetchOk(url: string, options: RequestInit): Promise<void> {
  const response = await fetch(url, options);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
}
