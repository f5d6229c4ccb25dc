import { keyed } from '../lib/keyed.ts';

/** The items of a list that are lines of text, any of which may come twice. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return keyed(lines, (line) => line).map(({ key, thing }) => <li key={key}>{thing}</li>);
}
