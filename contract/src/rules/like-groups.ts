import { limits } from './limits.ts';

/** The start of the five-minute bucket that contains an instant. */
export function getLikeBucket(instant: Date): Date {
  const ms = instant.getTime();
  return new Date(Math.floor(ms / limits.likeBucketMs) * limits.likeBucketMs);
}

export interface Like {
  id: number;
  postId: number;
  at: Date;
}

/** Groups likes of the same post in the same bucket; groups and the likes in them are newest first. */
export function groupLikes<L extends Like>(likes: readonly L[]): L[][] {
  const groups = new Map<string, L[]>();
  for (const like of likes.toSorted((a, b) => b.id - a.id)) {
    const key = `${like.postId} ${getLikeBucket(like.at).getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), like]);
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
  const visible = names.slice(0, limits.maxLikeNames);
  const others = count - visible.length;
  const rest = others > 0 ? [texts.others(others)] : [];
  return [visible.join(', '), ...rest, texts.liked].join(' ');
}
