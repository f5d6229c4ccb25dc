import runtimeUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import modelUrl from '../../../../ml/weights/small.onnx?url';

/** What the classifier of this device is made of; the service worker answers for both from this store. */
const store = 'scanner';
export const deviceFiles = { modelUrl, runtimeUrl };

interface Connection {
  saveData?: boolean;
}

/** Fetches both while the server can be reached, so that a student without network still gets an answer. */
export async function keepOnDevice(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (!('caches' in globalThis) || import.meta.env.DEV || connection?.saveData) return;
  const kept = await caches.open(store);
  const wanted = Object.values(deviceFiles).map((path) => new URL(path, location.href).href);
  const stored = (await kept.keys()).map(({ url }) => url);
  await Promise.all(stored.filter((url) => !wanted.includes(url)).map((url) => kept.delete(url)));
  for (const url of wanted) if (!stored.includes(url)) await kept.add(url);
}
