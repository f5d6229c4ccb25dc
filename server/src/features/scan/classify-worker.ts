import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openNet } from './net.ts';
import { type PictureRefusal, RefusedPicture, viewOf } from './view.ts';

/** What the thread says of one picture; its first word, before any picture, is `ready`. */
export type Finding = { probabilities: number[] } | { refusal: PictureRefusal } | { fault: string };

const port = parentPort;
if (!port) throw new Error('This runs as a thread of the classifier.');
// On Linux this is the priority of this thread alone: whoever reads the feed goes first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const net = await openNet(workerData.modelFile as string);

let last: Promise<void> = Promise.resolve();
port.on('message', (dataUrl: string | null) => {
  last = answerAfter(last, dataUrl);
});
port.postMessage('ready');

/** One picture after the other; null, after the last of them, is the word to end. */
async function answerAfter(earlier: Promise<void>, dataUrl: string | null): Promise<void> {
  await earlier;
  if (dataUrl === null) port?.close();
  else port?.postMessage(await findOut(dataUrl));
}

async function findOut(dataUrl: string): Promise<Finding> {
  try {
    return { probabilities: await net(await viewOf(dataUrl)) };
  } catch (error) {
    if (error instanceof RefusedPicture) return { refusal: error.refusal };
    return { fault: String(error) };
  }
}
