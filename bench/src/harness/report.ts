import type { Result } from './case.ts';

export function toMarkdown(
  { table, notes = [], requirements }: Result,
  environment: string,
): string {
  const verdicts = requirements.map(
    ({ text, isMet }) => `${isMet ? 'Met' : '**Missed**'}: ${text}.`,
  );
  return [formatTable(table, '---:'), ...notes, ...verdicts, environment].join('\n\n');
}

/** The first row is the heading; `rule` aligns all columns but the first. */
export function formatTable(table: Result['table'], rule = '---'): string {
  const [heading = [], ...rows] = table;
  const rules = heading.map((_, column) => (column === 0 ? '---' : rule));
  return [heading, rules, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
