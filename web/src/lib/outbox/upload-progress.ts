/** How far the uploads of this tab are. Apart from the entries, which every post on screen would follow. */
export interface UploadProgress {
  subscribe: (listener: () => void) => () => void;
  /** The fraction sent so far, from 0 to 1; undefined if nothing is being uploaded. */
  get: (seq: number) => number | undefined;
}

export function createProgress() {
  const fractions = new Map<number, number>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get: (seq: number) => fractions.get(seq),
    set(seq: number, fraction: number) {
      fractions.set(seq, fraction);
      notify();
    },
    clear(seq: number) {
      if (fractions.delete(seq)) notify();
    },
  };
}
