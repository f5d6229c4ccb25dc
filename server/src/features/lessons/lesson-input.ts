import type { FieldIssue } from '@lop-xanh/contract/errors';
import { describeProblem, type FieldProblem } from '@lop-xanh/contract/field-errors';
import {
  type ActivityInput,
  activityInputs,
  type LessonInput,
  type WeekEntryInput,
} from '@lop-xanh/contract/lessons';
import { limits } from '@lop-xanh/contract/rules/limits';
import { toEmbedUrl } from '@lop-xanh/contract/rules/slides';
import { z } from 'zod';
import { AppError } from '../../http/app-error.ts';
import { validate } from '../../http/validation.ts';
import { fileNameFromUrl } from '../../storage/serve-files.ts';
import type { StoredEntry } from './lessons.queries.ts';

export const thumbnailsPath = '/uploads/lessons/';

/** Lists the file names of the thumbnails that the lesson uses. */
export function listThumbnails({ content }: Pick<LessonInput, 'content'>): string[] {
  return content.flatMap(({ thumbnail }) =>
    thumbnail ? [fileNameFromUrl(thumbnail, thumbnailsPath)] : [],
  );
}

interface AllowedReferences {
  /** Allowed by the operator, in addition to the built-in ones. */
  slideHosts: readonly string[];
  /** The file names of uploaded thumbnails. */
  thumbnails: readonly string[];
}

/** Validates the entries of a lesson; the error lists every invalid field. */
export function parseEntries(input: LessonInput, allowed: AllowedReferences): StoredEntry[] {
  const issues: FieldIssue[] = [];
  const addIssue = (path: string, problem: FieldProblem) => issues.push({ path, ...problem });
  const activities = groupActivitiesByWeek(input.activities);
  const entries = input.content.map((entry, index): StoredEntry => {
    const path = `content.${index}`;
    const activity = activities.get(entry.week)?.shift();
    return {
      week: entry.week,
      title: entry.title,
      summary: entry.summary,
      status: entry.status ?? activity?.status ?? 'active',
      slide: parseSlide(entry, allowed.slideHosts, (field, problem) =>
        addIssue(`${path}.${field}`, problem),
      ),
      thumbnail: parseThumbnail(entry, allowed.thumbnails, (problem) =>
        addIssue(`${path}.thumbnail`, problem),
      ),
      outline: parseOutline(entry, activity, (problem) => addIssue(`${path}.topic`, problem)),
      supplies: (entry.items ?? activity?.items ?? []).filter(Boolean),
    };
  });
  if (issues.length > 0) throw new AppError('invalid_input', { issues });
  return entries;
}

/** Accepts a list or that list as a JSON string; several activities of one week match its entries in order. */
function groupActivitiesByWeek(input: LessonInput['activities']): Map<number, ActivityInput[]> {
  const activities = typeof input === 'string' ? parseActivities(input) : (input ?? []);
  const byWeek = new Map<number, ActivityInput[]>();
  for (const activity of activities) {
    byWeek.set(activity.week, [...(byWeek.get(activity.week) ?? []), activity]);
  }
  return byWeek;
}

const activitiesField = z.object({ activities: activityInputs });

function parseActivities(text: string): ActivityInput[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const issues = [{ path: 'activities', ...describeProblem('activities_unreadable') }];
    throw new AppError('invalid_input', { issues, cause });
  }
  const { data, issues } = validate(activitiesField, { activities: parsed });
  if (issues) throw new AppError('invalid_input', { issues });
  return data.activities;
}

/** Returns the link to embed; null if there is none, or none that is allowed. */
export function parseSlide(
  { canva_link, slide }: Pick<WeekEntryInput, 'canva_link' | 'slide'>,
  slideHosts: readonly string[],
  addIssue: (field: string, problem: FieldProblem) => void,
): string | null {
  const link = canva_link ?? slide;
  if (!link) return null;
  const embedLink = toEmbedUrl(link, slideHosts);
  if (embedLink) return embedLink;
  const hosts = ['Canva', 'Google Slides', 'YouTube', ...slideHosts].join(', ');
  const field = canva_link ? 'canva_link' : 'slide';
  addIssue(field, describeProblem('invalid_slide_link', { hosts }));
  return null;
}

function parseThumbnail(
  { thumbnail }: WeekEntryInput,
  uploaded: readonly string[],
  addIssue: (problem: FieldProblem) => void,
): string | null {
  if (!thumbnail) return null;
  const name = fileNameFromUrl(thumbnail, thumbnailsPath);
  if (uploaded.includes(name)) return name;
  addIssue(describeProblem('unknown_thumbnail'));
  return null;
}

function parseOutline(
  { outline, topic }: WeekEntryInput,
  activity: ActivityInput | undefined,
  addIssue: (problem: FieldProblem) => void,
): string[] {
  const lines = outline ?? (topic ?? activity?.topic ?? '').split('\n').map((line) => line.trim());
  const points = lines.filter(Boolean);
  const { maxOutlinePoints, maxOutlinePointLength } = limits;
  if (
    points.length > maxOutlinePoints ||
    points.some((point) => point.length > maxOutlinePointLength)
  ) {
    addIssue(describeProblem('outline_too_long'));
  }
  return points;
}
