import { limits } from '@lop-xanh/contract/rules/limits';
import { type ComponentType, createElement, type JSX, lazy, useState } from 'react';
import { messages } from '../language/messages.ts';
import { reloadInNewestVersion } from './service-worker.ts';
import { hasUnsavedWork } from './unsaved-work.ts';

export class ChunkLoadError extends Error {
  constructor(id: string, cause: unknown) {
    super(messages.chunk.failed(id), { cause });
    this.name = 'ChunkLoadError';
  }
}

export type LazyComponent<Props extends object = object> = ReturnType<typeof lazyComponent<Props>>;

/** A component in its own chunk, with its file's name as `id`. `preload` fetches it before it is shown. */
export function lazyComponent<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
) {
  const reload = reloadOnce(id);
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    loading ??= withTimeout(load());
    try {
      loaded = await loading;
      reload.reset();
      return loaded;
    } catch (cause) {
      loading = undefined;
      throw cause;
    }
  };
  const loadOrReload = async () => {
    try {
      return { default: await loadOnce() };
    } catch (cause) {
      if (!reload.isAllowed() || hasUnsavedWork()) throw new ChunkLoadError(id, cause);
      reload.run();
      return new Promise<never>(() => {});
    }
  };
  const waiting = lazy(loadOrReload);
  const component = (props: Props & JSX.IntrinsicAttributes) => {
    // Even after a preload, `lazy` shows its fallback, which then stays for 300 ms.
    const [shown] = useState(() => loaded ?? waiting);
    return createElement<Props>(shown as ComponentType<Props>, props);
  };
  // A failed preload is retried, and reported, when the component is shown.
  return Object.assign(component, { preload: () => void loadOnce().catch(() => undefined) });
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
    isAllowed: () => canReload() && sessionStorage.getItem(key) === null,
    run: () => {
      sessionStorage.setItem(key, 'yes');
      void reloadInNewestVersion();
    },
    reset: () => sessionStorage.removeItem(key),
  };
}

/** Offline, only the service worker has a page: without it a reload would leave the app. */
function canReload(): boolean {
  return navigator.onLine || Boolean(navigator.serviceWorker?.controller);
}
