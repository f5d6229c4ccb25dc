import type { FieldIssue } from '@lop-xanh/contract/errors';
import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { weekNumber } from '@lop-xanh/contract/rules/weeks';
import { type LessonDraft, linesOf, type WeekDraft } from './lesson-draft.ts';

export type WeekField = Exclude<keyof WeekDraft, 'key' | 'isActive'>;

/** What is wrong with a field of the lesson, or of the week with that key. */
export type Problem =
  | { weekKey: null; field: 'title' | 'gradeId'; message: string }
  | { weekKey: string; field: WeekField; message: string };

/** Everything that keeps a draft from being saved, in the order of the form. */
export function problemsOf({ title, gradeId, weeks }: LessonDraft): Problem[] {
  const ofLesson = [
    title.trim() === '' && inLesson('title', messages.lessons.titleRequired),
    gradeId === '' && inLesson('gradeId', messages.lessons.gradeRequired),
  ];
  return [...ofLesson.filter((one) => one !== false), ...weeks.flatMap(problemsOfWeek)];
}

function inLesson(field: 'title' | 'gradeId', message: string): Problem {
  return { weekKey: null, field, message };
}

function problemsOfWeek({ key, week, title, summary, outline, items }: WeekDraft): Problem[] {
  const points = listProblem(outline, limits.outlinePointsMax, limits.outlinePointMax);
  const supplies = listProblem(items, limits.suppliesMax, limits.supplyMax);
  const found: [WeekField, string | null][] = [
    ['week', weekProblem(week)],
    ['title', title.trim() === '' ? messages.lessons.weekTitleRequired : null],
    ['summary', summary.trim() === '' ? messages.lessons.summaryRequired : null],
    ['outline', points],
    ['items', supplies],
  ];
  return found.flatMap(([field, message]) =>
    message === null ? [] : { weekKey: key, field, message },
  );
}

function weekProblem(week: string): string | null {
  if (week.trim() === '') return messages.lessons.weekNumberRequired;
  if (weekNumber(week) !== undefined) return null;
  return `Tuần là số nguyên từ 1 đến ${limits.teachingWeeks}`;
}

function listProblem(text: string, most: number, longest: number): string | null {
  const lines = linesOf(text);
  if (lines.length > most) return `Nhiều nhất ${most} dòng`;
  const isTooLong = lines.some((line) => line.length > longest);
  return isTooLong ? `Mỗi dòng nhiều nhất ${longest} ký tự` : null;
}

const fieldBehind: Record<string, WeekField> = {
  week: 'week',
  title: 'title',
  summary: 'summary',
  canva_link: 'canva_link',
  thumbnail: 'thumbnail',
  outline: 'outline',
  items: 'items',
};

/** The server's apiErrors at the fields they are about; one that names no field of the form is left out. */
export function problemsFrom(issues: readonly FieldIssue[], { weeks }: LessonDraft): Problem[] {
  return issues.flatMap(({ path, message }): Problem[] => {
    const [place = '', at, name = ''] = path.split('.');
    if (place === 'title') return [inLesson('title', message)];
    if (place === 'grade_id') return [inLesson('gradeId', message)];
    const week = place === 'content' ? weeks[Number(at)] : undefined;
    const field = fieldBehind[name];
    return week && field ? [{ weekKey: week.key, field, message }] : [];
  });
}

/** The id of the field's element, by which a problem finds it. */
export function fieldId(weekKey: string | null, field: Problem['field']): string {
  return `lesson-${weekKey ?? 'own'}-${field}`;
}
