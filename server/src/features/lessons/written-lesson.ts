import type { FieldIssue } from '@lop-xanh/contract/errors';
import {
  type ActivityInput,
  activityInputs,
  type LessonInput,
  unreadableActivities,
  type WeekEntryInput,
} from '@lop-xanh/contract/lessons';
import { limits } from '@lop-xanh/contract/rules/limits';
import { slideLink } from '@lop-xanh/contract/rules/slides';
import { AppError } from '../../http/app-error.ts';
import { nameBehind } from '../../storage/serve-files.ts';
import type { StoredEntry } from './lessons.queries.ts';

export const thumbnailsPath = '/uploads/lessons/';

/** The stored names behind the thumbnails that a lesson names. */
export function namedThumbnails({ content }: Pick<LessonInput, 'content'>): string[] {
  return content.flatMap(({ thumbnail }) =>
    thumbnail ? [nameBehind(thumbnail, thumbnailsPath)] : [],
  );
}

interface Known {
  /** Hosts that the operator allows beside those that everybody has. */
  slideHosts: readonly string[];
  /** Names of pictures that were uploaded. */
  thumbnails: readonly string[];
}

/** What is kept of a lesson as it was written; a refusal names every field that cannot be. */
export function entriesOf(written: LessonInput, known: Known): StoredEntry[] {
  const issues: FieldIssue[] = [];
  const refuse = (path: string, message: string) => issues.push({ path, message });
  const activities = activitiesByWeek(written.activities);
  const entries = written.content.map((entry, at): StoredEntry => {
    const path = `content.${at}`;
    const activity = activities.get(entry.week)?.shift();
    return {
      week: entry.week,
      title: entry.title,
      summary: entry.summary,
      status: entry.status ?? activity?.status ?? 'active',
      slide: slideOf(entry, known.slideHosts, (field, message) =>
        refuse(`${path}.${field}`, message),
      ),
      thumbnail: thumbnailOf(entry, known.thumbnails, (message) =>
        refuse(`${path}.thumbnail`, message),
      ),
      outline: outlineOf(entry, activity, (message) => refuse(`${path}.topic`, message)),
      supplies: (entry.items ?? activity?.items ?? []).filter(Boolean),
    };
  });
  if (issues.length > 0) throw new AppError('invalid_input', { issues });
  return entries;
}

/** A list, or that list as a JSON string; several of one week stand for its entries in order. */
function activitiesByWeek(given: LessonInput['activities']): Map<number, ActivityInput[]> {
  const list = typeof given === 'string' ? parseActivities(given) : (given ?? []);
  const byWeek = new Map<number, ActivityInput[]>();
  for (const activity of list) {
    byWeek.set(activity.week, [...(byWeek.get(activity.week) ?? []), activity]);
  }
  return byWeek;
}

function parseActivities(text: string): ActivityInput[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const issues = [{ path: 'activities', message: unreadableActivities }];
    throw new AppError('invalid_input', { issues, cause });
  }
  const { data, error } = activityInputs.safeParse(parsed);
  if (data) return data;
  const issues = error.issues.map(({ path, message }) => ({
    path: ['activities', ...path].join('.'),
    message,
  }));
  throw new AppError('invalid_input', { issues });
}

function slideOf(
  { canva_link, slide }: WeekEntryInput,
  slideHosts: readonly string[],
  refuse: (field: string, message: string) => void,
): string | null {
  const link = canva_link ?? slide;
  if (!link) return null;
  const shown = slideLink(link, slideHosts);
  if (shown) return shown;
  const hosts = ['Canva', 'Google Slides', 'YouTube', ...slideHosts].join(', ');
  refuse(canva_link ? 'canva_link' : 'slide', `Chỉ nhận liên kết https để xem từ ${hosts}`);
  return null;
}

function thumbnailOf(
  { thumbnail }: WeekEntryInput,
  known: readonly string[],
  refuse: (message: string) => void,
): string | null {
  if (!thumbnail) return null;
  const name = nameBehind(thumbnail, thumbnailsPath);
  if (known.includes(name)) return name;
  refuse('Ảnh này không có trên máy chủ, hãy tải lên lại');
  return null;
}

function outlineOf(
  { outline, topic }: WeekEntryInput,
  activity: ActivityInput | undefined,
  refuse: (message: string) => void,
): string[] {
  const lines = outline ?? (topic ?? activity?.topic ?? '').split('\n').map((line) => line.trim());
  const points = lines.filter(Boolean);
  const { outlinePointsMax, outlinePointMax } = limits;
  if (points.length > outlinePointsMax || points.some((point) => point.length > outlinePointMax)) {
    refuse(`Nhiều nhất ${outlinePointsMax} ý, mỗi ý nhiều nhất ${outlinePointMax} ký tự`);
  }
  return points;
}
