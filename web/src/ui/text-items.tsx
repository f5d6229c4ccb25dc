import { withKeys } from '../lib/with-keys.ts';

/** List items of text; the same text may occur twice. */
export function TextItems({ lines }: { lines: readonly string[] }) {
  return withKeys(lines, (line) => line).map(({ key, item }) => <li key={key}>{item}</li>);
}
