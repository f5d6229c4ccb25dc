import { ApiError, isServerFailure } from '../../lib/api-errors.ts';
import { randomKey } from '../../lib/random-key.ts';
import { withRetries } from '../../lib/retries.ts';

export interface Shot {
  key: string;
  /** As a data URL; undefined until a picked file has been read. */
  image: string | undefined;
  /** `pending` if a teacher looks at it first. */
  state: 'sending' | 'taught' | 'pending' | 'failed';
  /** Of the photo, once the server has it. */
  id?: number;
  error: unknown;
}

export interface PhotoQueue {
  getShots: () => readonly Shot[];
  subscribe: (onChange: () => void) => () => void;
  add: (photos: readonly (string | File)[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  /** Sends nothing more. */
  clear: () => void;
}

interface Options {
  readImage: (file: File) => Promise<string>;
  /** Grows with every login and logout: what one user took is not sent for the next. */
  getSession: () => number;
  teach: (image: string, key: string) => Promise<{ id: number; is_pending: boolean }>;
}

/** Sends photos one after the other; one that fails stays, and does not hold up the others. */
export function createPhotoQueue({ readImage, getSession, teach }: Options): PhotoQueue {
  const session = getSession();
  let shots: readonly Shot[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  const sources = new Map<string, string | File>();

  const change = (next: readonly Shot[]) => {
    shots = next;
    for (const notify of listeners) notify();
  };
  const update = (key: string, changes: Partial<Shot>) =>
    change(shots.map((shot) => (shot.key === key ? { ...shot, ...changes } : shot)));

  const send = async (key: string) => {
    const source = sources.get(key);
    if (source === undefined) return;
    try {
      const image = typeof source === 'string' ? source : await readImage(source);
      update(key, { image });
      const { id, is_pending } = await waitForTurn(async () => {
        if (!sources.has(key) || getSession() !== session) throw new DOMException('', 'AbortError');
        return teach(image, key);
      });
      sources.delete(key);
      update(key, { id, state: is_pending ? 'pending' : 'taught' });
    } catch (error) {
      update(key, { state: 'failed', error });
    }
  };
  const enqueue = (key: string) => {
    last = last.then(() => send(key));
  };

  return {
    getShots: () => shots,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    add: (photos) => {
      const added = photos.map((source): Shot => {
        const key = randomKey();
        sources.set(key, source);
        const image = typeof source === 'string' ? source : undefined;
        return { key, image, state: 'sending', error: null };
      });
      change([...shots, ...added]);
      for (const { key } of added) enqueue(key);
    },
    retry: (key) => {
      update(key, { state: 'sending', error: null });
      enqueue(key);
    },
    remove: (key) => {
      sources.delete(key);
      change(shots.filter((shot) => shot.key !== key));
    },
    clear: () => {
      sources.clear();
      change([]);
    },
  };
}

/** The server takes only so many photos in a minute: the others wait. */
async function waitForTurn<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await withRetries(attempt);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    const { retryAfterMs } = error;
    await new Promise((resolve) => setTimeout(resolve, Math.max(retryAfterMs, minWaitMs)));
    return waitForTurn(attempt);
  }
}

const minWaitMs = 1_000;

/** Whether sending it again may help: the server failed, as opposed to a refused photo. */
export function canRetry({ state, error }: Shot): boolean {
  return state === 'failed' && isServerFailure(error);
}
