import { limits } from '@lop-xanh/contract/rules/limits';
import { type ComponentType, lazy } from 'react';
import { messages } from '../language/messages.ts';
import { reloadInNewestVersion } from './service-worker.ts';
import { hasUnsavedWork } from './unsaved-work.ts';

export class ChunkLoadError extends Error {
  constructor(id: string, cause: unknown) {
    super(messages.chunk.failed(id), { cause });
    this.name = 'ChunkLoadError';
  }
}

export type LazyComponent<Props = object> = ReturnType<typeof lazyComponent<Props>>;

/** A component in its own chunk, with its file's name as `id`. `preload` fetches it before it is shown. */
export function lazyComponent<Props>(id: string, load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    loading ??= withTimeout(load()).catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
  const component = lazy(async () => ({ default: await loadOrReload(id, loadOnce) }));
  // A failed preload is retried, and reported, when the component is shown.
  return Object.assign(component, { preload: () => void loadOnce().catch(() => undefined) });
}

async function loadOrReload<T>(id: string, load: () => Promise<T>): Promise<T> {
  const reload = reloadOnce(id);
  try {
    const chunk = await load();
    reload.reset();
    return chunk;
  } catch (cause) {
    if (!reload.isAllowed() || hasUnsavedWork()) throw new ChunkLoadError(id, cause);
    reload.run();
    return new Promise(() => {});
  }
}

function withTimeout<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), limits.chunkLoadTimeoutMs);
  });
  return Promise.race([loading, timeout]).finally(() => clearTimeout(timer));
}

/** After a release the old chunks are gone, which one reload fixes. */
function reloadOnce(id: string) {
  const key = `reloaded-for:${id}`;
  return {
    isAllowed: () => sessionStorage.getItem(key) === null,
    run: () => {
      sessionStorage.setItem(key, 'yes');
      void reloadInNewestVersion();
    },
    reset: () => sessionStorage.removeItem(key),
  };
}
