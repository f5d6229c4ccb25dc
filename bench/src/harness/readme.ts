import { readFileSync, writeFileSync } from 'node:fs';
import { tableOf } from './report.ts';

const readme = new URL('../../README.md', import.meta.url);
const summary = 'all';

/** Keeps a case's last figures between its marks, and all cases' in one table above them. */
export function keepInReadme(name: string, report: string): void {
  const text = put(readFileSync(readme, 'utf8'), name, report);
  writeFileSync(readme, put(text, summary, summaryOf(text)));
}

/** A new case gets its place at the end. */
function put(text: string, name: string, report: string): string {
  const [opening, closing] = marksOf(name);
  const from = text.indexOf(opening);
  const to = text.indexOf(closing);
  const [before, after] =
    from < 0 || to < from
      ? [`${text.trimEnd()}\n\n### ${name}\n\n`, '\n']
      : [text.slice(0, from), text.slice(to + closing.length)];
  return `${before}${opening}\n\n${report}\n\n${closing}${after}`;
}

function marksOf(name: string): [opening: string, closing: string] {
  return [`<!-- ${name} -->`, `<!-- /${name} -->`];
}

/** A row for each thing that is required, read from the figures kept of each case. */
function summaryOf(text: string): string {
  const sections = text.matchAll(/^<!-- ([\w-]+) -->\n(.*?)^<!-- \/\1 -->$/gms);
  const rows = [...sections].flatMap(([, name = '', kept = '']) =>
    name === summary ? [] : rowsOf(name, kept),
  );
  return tableOf([['case', 'figure', 'required', 'met', 'date', 'machine', 'commit'], ...rows]);
}

function rowsOf(name: string, kept: string): string[][] {
  const when = /^(\S+), (.+), (?:commit )?(.*?)\.$/.exec(kept.trim().split('\n').at(-1) ?? '');
  const verdicts = [...kept.matchAll(/^(Met|\*\*Missed\*\*): (.*) \((.*?)\)\.$/gm)];
  if (!when || verdicts.length === 0) throw new Error(`The figures kept of ${name} say nothing`);
  const [, date = '', machine = '', commit = ''] = when;
  return verdicts.map(([, verdict, figure = '', required = '']) => [
    `[${name}](#${name})`,
    figure,
    required,
    verdict === 'Met' ? 'yes' : '**no**',
    date,
    machine,
    commit,
  ]);
}
