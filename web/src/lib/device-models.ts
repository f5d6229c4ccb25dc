import runtimeUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import facesUrl from '../../../ml/weights/faces.onnx?url';
import wasteUrl from '../../../ml/weights/small.onnx?url';
import type { ModelInput, ModelOutputs, WorkerRequest, WorkerResponse } from './device-worker.ts';

/** Too large to precache: each is downloaded with the runtime when it is first needed. */
const modelUrls = { waste: wasteUrl, faces: facesUrl };
type DeviceModel = keyof typeof modelUrls;

/** The service worker serves the models and the runtime from this cache. */
const cacheName = 'scanner';

interface NetworkInformation {
  saveData?: boolean;
}

/** Whether the user asked to download no more than needed. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true;
}

/** Caches a model and the runtime, so that they also work offline. */
export async function cacheModel(model: DeviceModel): Promise<void> {
  if (!('caches' in globalThis) || import.meta.env.DEV || savesData()) return;
  const cache = await caches.open(cacheName);
  const toHref = (path: string) => new URL(path, location.href).href;
  const currentUrls = [runtimeUrl, ...Object.values(modelUrls)].map(toHref);
  const cachedUrls = (await cache.keys()).map(({ url }) => url);
  const outdatedUrls = cachedUrls.filter((url) => !currentUrls.includes(url));
  await Promise.all(outdatedUrls.map((url) => cache.delete(url)));
  const neededUrls = [modelUrls[model], runtimeUrl].map(toHref);
  for (const url of neededUrls) if (!cachedUrls.includes(url)) await cache.add(url);
}

/** Runs one model without the server. */
export interface OpenModel {
  /** Starts to load the model, if it is not loaded yet. */
  load: () => void;
  run: (input: ModelInput) => Promise<ModelOutputs>;
  /** Releases the memory. */
  close: () => void;
}

/** The model runs in a worker, which is kept until it is closed or fails. */
export function openModel(model: DeviceModel): OpenModel {
  const message: WorkerRequest = { modelUrl: modelUrls[model], runtimeUrl };
  let current: ModelWorker | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  const load = () => {
    current ??= startWorker(message);
    return current;
  };
  const close = () => {
    current?.worker.terminate();
    current = undefined;
  };
  const runNow = async (input: ModelInput) => {
    const { worker, failure } = load();
    try {
      return await Promise.race([request(worker, { ...message, input }), failure]);
    } catch (error) {
      // The next input loads the model again: the connection may be back.
      close();
      throw error;
    }
  };
  return {
    load,
    close,
    run: (input) => {
      // One after the other: a worker answers in the order of its inputs.
      const outputs = previous.then(() => runNow(input));
      previous = outputs.catch(() => undefined);
      return outputs;
    },
  };
}

interface ModelWorker {
  worker: Worker;
  /** Rejected if the script of the worker could not be loaded. */
  failure: Promise<never>;
}

function startWorker(message: WorkerRequest): ModelWorker {
  const worker = new Worker(new URL('./device-worker.ts', import.meta.url), { type: 'module' });
  const failure = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
  });
  failure.catch(() => undefined);
  worker.postMessage(message);
  return { worker, failure };
}

function request(worker: Worker, message: WorkerRequest): Promise<ModelOutputs> {
  return new Promise((resolve, reject) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<WorkerResponse>) =>
        'outputs' in data ? resolve(data.outputs) : reject(new Error(data.error)),
      { once: true },
    );
    worker.postMessage(message);
  });
}
