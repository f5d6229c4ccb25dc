import { useRef } from 'react';
import { randomKey } from './random-key.ts';

/** One Idempotency-Key for all tries to send the same thing, and a new one for anything else. */
export function useSubmissionKey() {
  const last = useRef<{ content: string; key: string }>(null);
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) {
        last.current = { content: text, key: randomKey() };
      }
      return last.current.key;
    },
    forget() {
      last.current = null;
    },
  };
}
