import { readFileSync, writeFileSync } from 'node:fs';

const readme = new URL('../../README.md', import.meta.url);

/** Keeps a case's last figures between its marks; a new case gets its place at the end. */
export function keepInReadme(name: string, report: string): void {
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = readFileSync(readme, 'utf8');
  const from = text.indexOf(opening);
  const to = text.indexOf(closing);
  const [before, after] =
    from < 0 || to < from
      ? [`${text.trimEnd()}\n\n### ${name}\n\n`, '\n']
      : [text.slice(0, from), text.slice(to + closing.length)];
  writeFileSync(readme, `${before}${opening}\n\n${report}\n\n${closing}${after}`);
}
