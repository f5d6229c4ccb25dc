import { messages } from '../messages.ts';
import { limits } from './limits.ts';

/** The start of the five minutes of the clock that an instant lies in. */
export function likeBucket(instant: Date): Date {
  const ms = instant.getTime();
  return new Date(Math.floor(ms / limits.likeBucketMs) * limits.likeBucketMs);
}

export interface Like {
  id: number;
  postId: number;
  at: Date;
}

/** Likes of the same post in the same bucket are one group: newest first, also within a group. */
export function groupLikes<One extends Like>(likes: readonly One[]): One[][] {
  const groups = new Map<string, One[]>();
  for (const like of likes.toSorted((one, other) => other.id - one.id)) {
    const key = `${like.postId} ${likeBucket(like.at).getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), like]);
  }
  return [...groups.values()];
}

/** 'An, Bình, Chi and 2 others liked your post': the names are the newest ones, `count` all. */
export function likesMessage(names: readonly string[], count: number): string {
  const shown = names.slice(0, limits.likeNames);
  const others = count - shown.length;
  const rest = others > 0 ? [messages.notifications.others(others)] : [];
  return [shown.join(', '), ...rest, messages.notifications.liked].join(' ');
}
