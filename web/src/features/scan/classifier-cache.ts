import runtimeUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import modelUrl from '../../../../ml/weights/small.onnx?url';

/** The service worker serves the device classifier's files from this cache. */
const cacheName = 'scanner';
export const classifierUrls = { modelUrl, runtimeUrl };

interface NetworkInformation {
  saveData?: boolean;
}

/** Caches the device classifier, so that scanning also works offline. */
export async function cacheClassifier(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  if (!('caches' in globalThis) || import.meta.env.DEV || connection?.saveData) return;
  const cache = await caches.open(cacheName);
  const currentUrls = Object.values(classifierUrls).map(
    (path) => new URL(path, location.href).href,
  );
  const cachedUrls = (await cache.keys()).map(({ url }) => url);
  const outdatedUrls = cachedUrls.filter((url) => !currentUrls.includes(url));
  await Promise.all(outdatedUrls.map((url) => cache.delete(url)));
  for (const url of currentUrls) if (!cachedUrls.includes(url)) await cache.add(url);
}
