import sharp from 'sharp';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import { shippedModel } from '../../../server/src/features/scan/model.ts';
import { openNet } from '../../../server/src/features/scan/net.ts';
import { viewOf } from '../../../server/src/features/scan/view.ts';
import type { Case } from '../harness/case.ts';
import { cores, stayingOn } from '../harness/cores.ts';
import { logIn } from '../harness/log-in.ts';
import { start } from '../harness/start.ts';
import { median, percentile } from '../harness/statistics.ts';
import { timed } from '../harness/timed.ts';

const leastRatio = 0.6;
const mostSlowdown = 1.5;
const pictures = 40;
const feedReads = 150;
const scansAtOnce = 8;

export const scan: Case = {
  name: 'scan',
  about:
    'a photo of 1280×720 from data URL to answer beside the bare net, on one core; the feed meanwhile',
  async run() {
    const image = await photo();
    const { bare, whole } = await stayingOn(cores.server, () => timeScans(image));
    const ratio = median(bare) / median(whole);
    const { idle, busy } = await timeFeed(image);
    const slowdown = median(busy) / median(idle);
    return {
      table: [
        ['', 'a second', 'p50 ms', 'p95 ms'],
        rowOf('the bare net', bare),
        rowOf('from data URL to answer', whole),
        rowOf('a feed page, idle', idle),
        rowOf(`a feed page, ${scansAtOnce} scans at once`, busy),
      ],
      requirements: [
        {
          text: `a scan runs at ${ratio.toFixed(2)} of the bare net's speed (at least ${leastRatio})`,
          isMet: ratio >= leastRatio,
        },
        {
          text: `the feed takes ${slowdown.toFixed(2)} times as long while scans run (at most ${mostSlowdown})`,
          isMet: slowdown <= mostSlowdown,
        },
      ],
    };
  },
};

function rowOf(label: string, times: number[]): string[] {
  const figures = [1000 / median(times), percentile(times, 50), percentile(times, 95)];
  return [label, ...figures.map((figure) => figure.toFixed(1))];
}

/** As a phone takes it: noise makes it as heavy as a real one. */
async function photo(): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 140, sigma: 20 };
  const bytes = await sharp({
    create: { width: 1280, height: 720, channels: 3, background: '#998', noise },
  })
    .blur(1.2)
    .jpeg({ quality: 92 })
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

async function timeScans(image: string): Promise<{ bare: number[]; whole: number[] }> {
  const net = await openNet(shippedModel);
  const view = await viewOf(image);
  const bare: number[] = [];
  const whole: number[] = [];
  for (let number = 0; number < pictures; number++) {
    bare.push(await timed(() => net(view)));
    whole.push(await timed(async () => net(await viewOf(image))));
  }
  return { bare, whole };
}

async function timeFeed(image: string): Promise<{ idle: number[]; busy: number[] }> {
  await using database = await start('database', { posts: 1_000 });
  await using app = await start('app', database.ready);
  const everybody = Object.values(demoAccounts).map(({ username }) => username);
  const headers = await Promise.all(everybody.map((username) => logIn(app.ready, username)));
  const readFeed = () => read(`${app.ready}/api/posts`, { headers: headers[0] ?? {} });
  const scanOnce = (number: number) =>
    read(`${app.ready}/api/analyze`, {
      method: 'POST',
      headers: { ...headers[number % headers.length], 'content-type': 'application/json' },
      body: JSON.stringify({ image }),
    });
  const times = async () => {
    const found: number[] = [];
    while (found.length < feedReads) found.push(await timed(readFeed));
    return found;
  };
  await Promise.all([times(), scanOnce(0)]);
  const idle = await times();
  let isOver = false;
  let scans = 0;
  const scanning = Array.from({ length: scansAtOnce }, async (_, at) => {
    while (!isOver && scans < headers.length * 18) {
      scans += 1;
      await scanOnce(at);
    }
  });
  const busy = await times();
  isOver = true;
  await Promise.all(scanning);
  return { idle, busy };
}

async function read(url: string, how: RequestInit): Promise<void> {
  const answer = await fetch(url, how);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}
