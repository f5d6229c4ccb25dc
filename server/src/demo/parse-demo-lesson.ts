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
 * Reads a lesson from its text: '# title', then for each week '## 7. title', a summary, its outline as
 * a list, and lines that begin with 'Chuẩn bị:', 'Hình:', 'Trang chiếu:' or 'Trạng thái:'.
 */
export function parseDemoLesson(text: string): { title: string; weeks: DemoWeek[] } {
  const [heading = '', ...weeks] = text.split(/^## /m);
  return { title: heading.replace('#', '').trim(), weeks: weeks.map(parseWeek) };
}

function parseWeek(text: string): DemoWeek {
  const [heading = '', summary = '', ...lines] = text.trim().split('\n');
  const [, week, title = ''] = /^(\d+)\. (.+)$/.exec(heading) ?? [];
  const after = (mark: string) =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length).trim());
  const [motif = ''] = after('Hình:');
  if (!isMotif(motif)) throw new Error(`The demo week ${heading} has no picture '${motif}'`);
  return {
    week: Number(week),
    title,
    summary,
    outline: after('- '),
    supplies: after('Chuẩn bị:').flatMap((list) => list.split('; ')),
    slide: after('Trang chiếu:')[0] ?? null,
    status: after('Trạng thái:')[0] === 'ẩn' ? 'inactive' : 'active',
    motif,
  };
}
