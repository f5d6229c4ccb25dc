import type { FieldIssue } from '@lop-xanh/contract/errors';
import { limits } from '@lop-xanh/contract/rules/limits';
import { parseWeekNumber } from '@lop-xanh/contract/rules/weeks';
import { describeFieldError } from '../../lib/field-errors.ts';
import { type LessonDraft, splitLines, type WeekDraft } from './lesson-draft.ts';

export type WeekField = Exclude<keyof WeekDraft, 'key' | 'isActive'>;

/** An error in a field of the lesson, or of the week with that key. */
export type FieldError =
  | { weekKey: null; field: 'title' | 'gradeId'; message: string }
  | { weekKey: string; field: WeekField; message: string };

/** Returns all errors in the order of the form. */
export function validateLesson({ title, gradeId, weeks }: LessonDraft): FieldError[] {
  const lessonErrors = [
    title.trim() === '' && toLessonError('title', describeFieldError('title_required')),
    gradeId === '' && toLessonError('gradeId', describeFieldError('grade_required')),
  ];
  return [...lessonErrors.filter((error) => error !== false), ...weeks.flatMap(validateWeek)];
}

function toLessonError(field: 'title' | 'gradeId', message: string): FieldError {
  return { weekKey: null, field, message };
}

function validateWeek({ key, week, title, summary, outline, items }: WeekDraft): FieldError[] {
  const messageByField: [WeekField, string | null][] = [
    ['week', validateWeekNumber(week)],
    ['title', title.trim() === '' ? describeFieldError('week_title_required') : null],
    ['summary', summary.trim() === '' ? describeFieldError('summary_required') : null],
    ['outline', validateLines(outline, limits.maxOutlinePoints, limits.maxOutlinePointLength)],
    ['items', validateLines(items, limits.maxSupplies, limits.maxSupplyLength)],
  ];
  return messageByField.flatMap(([field, message]) =>
    message === null ? [] : { weekKey: key, field, message },
  );
}

function validateWeekNumber(week: string): string | null {
  if (week.trim() === '') return describeFieldError('week_number_required');
  if (parseWeekNumber(week) !== undefined) return null;
  return describeFieldError('invalid_week');
}

function validateLines(text: string, maxLines: number, maxLength: number): string | null {
  const lines = splitLines(text);
  if (lines.length > maxLines) return describeFieldError('too_many_lines', { max: maxLines });
  const isTooLong = lines.some((line) => line.length > maxLength);
  return isTooLong ? describeFieldError('line_too_long', { max: maxLength }) : null;
}

const weekFields: Record<string, WeekField> = {
  week: 'week',
  title: 'title',
  summary: 'summary',
  canva_link: 'canva_link',
  thumbnail: 'thumbnail',
  outline: 'outline',
  items: 'items',
};

/** Maps the server's issues to the fields of the form; an issue without a field is dropped. */
export function toFieldErrors(issues: readonly FieldIssue[], { weeks }: LessonDraft): FieldError[] {
  return issues.flatMap(({ path, message }): FieldError[] => {
    const [root = '', weekIndex, fieldName = ''] = path.split('.');
    if (root === 'title') return [toLessonError('title', message)];
    if (root === 'grade_id') return [toLessonError('gradeId', message)];
    const week = root === 'content' ? weeks[Number(weekIndex)] : undefined;
    const field = weekFields[fieldName];
    return week && field ? [{ weekKey: week.key, field, message }] : [];
  });
}

/** The DOM id of a field, used to focus it. */
export function getFieldId(weekKey: string | null, field: FieldError['field']): string {
  return `lesson-${weekKey ?? 'own'}-${field}`;
}
