import { readFileSync, writeFileSync } from 'node:fs';
import { formatTable } from './report.ts';

const readme = new URL('../../README.md', import.meta.url);
const summaryName = 'all';

/** Replaces a case's report between its markers, and rebuilds the summary of all cases. */
export function updateReadme(name: string, report: string): void {
  const text = replaceSection(readFileSync(readme, 'utf8'), name, report);
  writeFileSync(readme, replaceSection(text, summaryName, buildSummary(text)));
}

/** Appends a section for a new case. */
function replaceSection(text: string, name: string, report: string): string {
  const [opening, closing] = sectionMarkers(name);
  const from = text.indexOf(opening);
  const to = text.indexOf(closing);
  const [before, after] =
    from < 0 || to < from
      ? [`${text.trimEnd()}\n\n### ${name}\n\n`, '\n']
      : [text.slice(0, from), text.slice(to + closing.length)];
  return `${before}${opening}\n\n${report}\n\n${closing}${after}`;
}

function sectionMarkers(name: string): [opening: string, closing: string] {
  return [`<!-- ${name} -->`, `<!-- /${name} -->`];
}

/** One row per requirement, parsed from the cases' reports. */
function buildSummary(text: string): string {
  const sections = text.matchAll(/^<!-- ([\w-]+) -->\n(.*?)^<!-- \/\1 -->$/gms);
  const rows = [...sections].flatMap(([, name = '', report = '']) =>
    name === summaryName ? [] : parseRequirements(name, report),
  );
  return formatTable([['case', 'figure', 'required', 'met', 'date', 'machine', 'commit'], ...rows]);
}

function parseRequirements(name: string, report: string): string[][] {
  const environment = /^(\S+), (.+), (?:commit )?(.*?)\.$/.exec(
    report.trim().split('\n').at(-1) ?? '',
  );
  const verdicts = [...report.matchAll(/^(Met|\*\*Missed\*\*): (.*) \((.*?)\)\.$/gm)];
  if (!environment || verdicts.length === 0)
    throw new Error(`The report of ${name} in the README has no requirements or no date`);
  const [, date = '', machine = '', commit = ''] = environment;
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
