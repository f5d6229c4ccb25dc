import type { FileTransfer } from '../upload.ts';
import type { OutboxEntry } from './outbox-state.ts';

export type SubmitOutcome = 'sent' | 'waiting';

interface Attempt {
  resolve: (outcome: SubmitOutcome) => void;
  reject: (error: unknown) => void;
  transfer: FileTransfer | undefined;
}

/** The first attempts whose outcome somebody is waiting for, by the key of their entries. */
export function createAttempts() {
  const attempts = new Map<string, Attempt>();
  const settle = (key: string, outcome: SubmitOutcome) => {
    attempts.get(key)?.resolve(outcome);
    attempts.delete(key);
  };
  return {
    add: (key: string, transfer: FileTransfer | undefined) =>
      new Promise<SubmitOutcome>((resolve, reject) => {
        attempts.set(key, { resolve, reject, transfer });
      }),
    has: (key: string) => attempts.has(key),
    find: (key: string) => attempts.get(key),
    /** From now on the caller settles it. */
    take(key: string): Attempt | undefined {
      const attempt = attempts.get(key);
      attempts.delete(key);
      return attempt;
    },
    settle,
    settleExcept(keys: ReadonlySet<string>, outcome: SubmitOutcome): void {
      for (const key of attempts.keys()) if (!keys.has(key)) settle(key, outcome);
    },
    /** Another tab may have sent what this one waits for, or had it rejected. */
    settleEnded(entries: readonly OutboxEntry[]): void {
      for (const key of attempts.keys()) {
        const entry = entries.find((candidate) => candidate.key === key);
        if (!entry) settle(key, 'sent');
        else if (entry.refusal !== undefined) settle(key, 'waiting');
      }
    },
  };
}
