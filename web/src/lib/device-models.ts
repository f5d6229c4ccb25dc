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

/** Caches a model and the runtime, so that they also work offline. */
export async function cacheModel(model: DeviceModel): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  if (!('caches' in globalThis) || import.meta.env.DEV || connection?.saveData) return;
  const cache = await caches.open(cacheName);
  const toHref = (path: string) => new URL(path, location.href).href;
  const currentUrls = [runtimeUrl, ...Object.values(modelUrls)].map(toHref);
  const cachedUrls = (await cache.keys()).map(({ url }) => url);
  const outdatedUrls = cachedUrls.filter((url) => !currentUrls.includes(url));
  await Promise.all(outdatedUrls.map((url) => cache.delete(url)));
  const neededUrls = [modelUrls[model], runtimeUrl].map(toHref);
  for (const url of neededUrls) if (!cachedUrls.includes(url)) await cache.add(url);
}

/**
 * Runs a model once for each input, without the server. Starts a worker for each call, so that its
 * memory is released afterwards; the model loads while the first input is prepared.
 */
export async function* runModel(
  model: DeviceModel,
  inputs: Iterable<ModelInput> | AsyncIterable<ModelInput>,
): AsyncGenerator<ModelOutputs> {
  const worker = new Worker(new URL('./device-worker.ts', import.meta.url), { type: 'module' });
  const load: WorkerRequest = { modelUrl: modelUrls[model], runtimeUrl };
  worker.postMessage(load);
  try {
    for await (const input of inputs) yield await request(worker, { ...load, input });
  } finally {
    worker.terminate();
  }
}

function request(worker: Worker, message: WorkerRequest): Promise<ModelOutputs> {
  return new Promise((resolve, reject) => {
    const options = { once: true };
    worker.addEventListener('error', (event) => reject(new Error(event.message)), options);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<WorkerResponse>) =>
        'outputs' in data ? resolve(data.outputs) : reject(new Error(data.error)),
      options,
    );
    worker.postMessage(message);
  });
}
