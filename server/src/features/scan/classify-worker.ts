import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeCrop, ImageError, type ImageErrorName } from './decode-crop.ts';
import { loadModel } from './load-model.ts';

/** The worker's message for one image. Before the first one it sends `ready`. */
export type ClassifyResult =
  | { probabilities: number[] }
  | { imageError: ImageErrorName }
  | { failure: string };

const port = parentPort;
if (!port) throw new Error('This file must run as a worker thread of the classifier.');
// On Linux this lowers the priority of this thread only, so that other requests go first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const model = await loadModel(workerData.modelFile as string);

let last: Promise<void> = Promise.resolve();
port.on('message', (dataUrl: string | null) => {
  last = handleAfter(last, dataUrl);
});
port.postMessage('ready');

/** Handles one message after the other; null ends the worker. */
async function handleAfter(earlier: Promise<void>, dataUrl: string | null): Promise<void> {
  await earlier;
  if (dataUrl === null) port?.close();
  else port?.postMessage(await classify(dataUrl));
}

async function classify(dataUrl: string): Promise<ClassifyResult> {
  try {
    return { probabilities: await model(await decodeCrop(dataUrl)) };
  } catch (error) {
    if (error instanceof ImageError) return { imageError: error.errorName };
    return { failure: String(error) };
  }
}
