import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type ComponentType, lazy } from 'react';
import { reloadInNewestVersion } from './service-worker.ts';
import { hasUnsavedWork } from './unsaved-work.ts';

export class ChunkLoadError extends Error {
  constructor(id: string, cause: unknown) {
    super(messages.chunk.failed(id), { cause });
    this.name = 'ChunkLoadError';
  }
}

export type LazyPage<Props = object> = ReturnType<typeof lazyPage<Props>>;

/** A part of the app in a chunk of its own, named as its file is; `preload` fetches it before it is shown, if it can. */
export function lazyPage<Props>(id: string, load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    loading ??= inTime(load()).catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    });
    return loading;
  };
  const page = lazy(async () => ({ default: await chunkToShow(id, loadOnce) }));
  // What fails is tried again, and told, where the page is shown.
  return Object.assign(page, { preload: () => void loadOnce().catch(() => undefined) });
}

async function chunkToShow<T>(id: string, load: () => Promise<T>): Promise<T> {
  const reload = reloadOnce(id);
  try {
    const chunk = await load();
    reload.forget();
    return chunk;
  } catch (cause) {
    if (!reload.isAllowed() || hasUnsavedWork()) throw new ChunkLoadError(id, cause);
    reload.run();
    return new Promise(() => {});
  }
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('timeout')), limits.chunkLoadMs);
  });
  return Promise.race([loading, timeout]).finally(() => clearTimeout(timer));
}

/** After a release the old chunks are gone, and a reload fixes that; it fixes nothing else. */
function reloadOnce(id: string) {
  const key = `reloaded-for:${id}`;
  return {
    isAllowed: () => sessionStorage.getItem(key) === null,
    run: () => {
      sessionStorage.setItem(key, 'yes');
      void reloadInNewestVersion();
    },
    forget: () => sessionStorage.removeItem(key),
  };
}
