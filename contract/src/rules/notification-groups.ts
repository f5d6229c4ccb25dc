import { limits } from './limits.ts';

/** Notifications about a post that are shown as one if they are sent within the same window. */
export type PostGroupKind = 'like' | 'comment' | 'held' | 'reported';

/** The start of the five minutes of the clock that contain an instant. */
export function getGroupWindow(instant: Date): Date {
  const ms = instant.getTime();
  return new Date(Math.floor(ms / limits.groupWindowMs) * limits.groupWindowMs);
}

export function buildPostGroupKey(kind: PostGroupKind, postId: number, at: Date): string {
  return `${kind}:${postId}:${getGroupWindow(at).getTime() / 1000}`;
}

/** The classes of a school that save the sheet of the same week are shown as one. */
export function buildAttendanceGroupKey(schoolYear: number, week: number): string {
  return `attendance:${schoolYear}:${week}`;
}

interface GroupMember {
  id: number;
  /** Null if it is shown on its own. */
  groupKey: string | null;
}

/** Groups the notifications of a user by key; groups and the notifications in them are newest first. */
export function groupNotifications<N extends GroupMember>(notifications: readonly N[]): N[][] {
  const groups = new Map<string | number, N[]>();
  for (const notification of notifications.toSorted((a, b) => b.id - a.id)) {
    const key = notification.groupKey ?? notification.id;
    groups.set(key, [...(groups.get(key) ?? []), notification]);
  }
  return [...groups.values()];
}

interface LikesTexts {
  others: (count: number) => string;
  liked: string;
}

/** 'An, Bình, Chi and 2 others liked your post': `names` newest first, `count` the number of all likes. */
export function formatLikesMessage(
  names: readonly string[],
  count: number,
  texts: LikesTexts,
): string {
  const visible = names.slice(0, limits.maxSenderNames);
  const others = count - visible.length;
  const rest = others > 0 ? [texts.others(others)] : [];
  return [visible.join(', '), ...rest, texts.liked].join(' ');
}

/** The names that a list shows: all three of three, but only two of four, so that others are at least two. */
export function splitNames(
  names: readonly string[],
  count: number,
): { shown: readonly string[]; others: number } {
  if (count <= limits.maxSenderNames) return { shown: names, others: 0 };
  const shown = names.slice(0, limits.maxSenderNames - 1);
  return { shown, others: count - shown.length };
}
