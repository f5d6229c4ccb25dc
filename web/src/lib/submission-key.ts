import { useRef } from 'react';
import { randomKey } from './random-key.ts';

/** One Idempotency-Key for all attempts to send the same content, and a new one for other content. */
export function useSubmissionKey() {
  const last = useRef<{ content: string; key: string }>(null);
  return {
    getKeyFor(content: unknown): string {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) {
        last.current = { content: text, key: randomKey() };
      }
      return last.current.key;
    },
    reset() {
      last.current = null;
    },
  };
}
