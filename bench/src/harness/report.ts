import type { Result } from './case.ts';

export function toMarkdown({ table, requirements }: Result, circumstances: string): string {
  const [heading = [], ...rows] = table;
  const rule = heading.map((_, at) => (at === 0 ? '---' : '---:'));
  const lines = [heading, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const verdicts = requirements.map(
    ({ text, isMet }) => `${isMet ? 'Met' : '**Missed**'}: ${text}.`,
  );
  return [lines.join('\n'), ...verdicts, circumstances].join('\n\n');
}
