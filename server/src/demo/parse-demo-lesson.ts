import type { WeekStatus } from '@lop-xanh/contract/lessons';
import { isMotif, type Motif } from './demo-motifs.ts';

export interface DemoWeek {
  week: number;
  title: string;
  summary: string;
  outline: string[];
  supplies: string[];
  slide: string | null;
  status: WeekStatus;
  motif: Motif;
}

/**
 * Parses a lesson: '# title', then for each week '## 7. title', a summary, the outline as a list, and
 * lines that start with 'Chuẩn bị:', 'Hình:', 'Trang chiếu:' or 'Trạng thái:'.
 */
export function parseDemoLesson(text: string): { title: string; weeks: DemoWeek[] } {
  const [heading = '', ...weeks] = text.split(/^## /m);
  return { title: heading.replace('#', '').trim(), weeks: weeks.map(parseWeek) };
}

function parseWeek(text: string): DemoWeek {
  const [heading = '', summary = '', ...lines] = text.trim().split('\n');
  const [, week, title = ''] = /^(\d+)\. (.+)$/.exec(heading) ?? [];
  const readLines = (prefix: string) =>
    lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length).trim());
  const [motif = ''] = readLines('Hình:');
  if (!isMotif(motif))
    throw new Error(`The demo week '${heading}' has an unknown motif '${motif}'`);
  return {
    week: Number(week),
    title,
    summary,
    outline: readLines('- '),
    supplies: readLines('Chuẩn bị:').flatMap((list) => list.split('; ')),
    slide: readLines('Trang chiếu:')[0] ?? null,
    status: readLines('Trạng thái:')[0] === 'ẩn' ? 'inactive' : 'active',
    motif,
  };
}
