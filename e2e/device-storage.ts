import type { Page } from '@playwright/test';

/** Everything that a page's device keeps, as text: storages, databases and cached files. */
export const readDeviceStorage = (page: Page): Promise<string> => page.evaluate(collectStorage);

/** Runs in the page. */
async function collectStorage(): Promise<string> {
  const kept: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  const finish = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await finish(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const records = await finish(database.transaction(store).objectStore(store).getAll());
      kept.push(JSON.stringify(records));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      kept.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
  }
  return kept.join('\n');
}
