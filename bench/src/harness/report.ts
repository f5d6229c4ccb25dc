import type { Result } from './case.ts';

export function toMarkdown(
  { table, notes = [], requirements }: Result,
  circumstances: string,
): string {
  const verdicts = requirements.map(
    ({ text, isMet }) => `${isMet ? 'Met' : '**Missed**'}: ${text}.`,
  );
  return [tableOf(table, '---:'), ...notes, ...verdicts, circumstances].join('\n\n');
}

/** Its heading first; numbers stand to the right. */
export function tableOf(table: Result['table'], rule = '---'): string {
  const [heading = [], ...rows] = table;
  const rules = heading.map((_, at) => (at === 0 ? '---' : rule));
  return [heading, rules, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
