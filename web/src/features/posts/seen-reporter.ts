import { posts } from '@lop-xanh/contract/posts';
import { request } from '../../lib/api.ts';
import { onAccountChange } from '../../lib/session.ts';

/** As long as this a post must be visible to count as read. */
const readingMs = 1_000;
const sendIntervalMs = 4_000;
/** Of the post, or of the screen if the post is longer. */
const minVisiblePart = 0.5;

const idByCard = new WeakMap<Element, number>();
const timers = new Map<Element, ReturnType<typeof setTimeout>>();
const reported = new Set<number>();
const unsent = new Set<number>();

// The next user of this device has read nothing yet.
onAccountChange(() => {
  reported.clear();
  unsent.clear();
});

const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      clearTimeout(timers.get(entry.target));
      timers.delete(entry.target);
      if (isReadable(entry)) {
        timers.set(
          entry.target,
          setTimeout(() => report(entry.target), readingMs),
        );
      }
    }
  },
  { threshold: [0, 0.1, 0.2, 0.3, 0.4, minVisiblePart, 0.75, 1] },
);

function isReadable({
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry) {
  const screenHeight = rootBounds?.height ?? window.innerHeight;
  return (
    intersectionRatio >= minVisiblePart || intersectionRect.height >= screenHeight * minVisiblePart
  );
}

function report(card: Element): void {
  timers.delete(card);
  const id = idByCard.get(card);
  if (id === undefined || reported.has(id) || document.hidden) return;
  reported.add(id);
  if (unsent.size === 0) setTimeout(() => void send(), sendIntervalMs);
  unsent.add(id);
}

/** Dropped if the server cannot be reached: the family will see the post again. */
async function send(): Promise<void> {
  const ids = [...unsent];
  unsent.clear();
  if (ids.length === 0) return;
  try {
    await request(posts.markSeen, { body: { ids } });
  } catch {
    for (const id of ids) reported.delete(id);
  }
}

/** Reports the post of a card once it has been read; returns a function that stops it. */
export function observeCard(card: Element, id: number): () => void {
  if (reported.has(id)) return () => undefined;
  idByCard.set(card, id);
  observer.observe(card);
  return () => {
    observer.unobserve(card);
    clearTimeout(timers.get(card));
    timers.delete(card);
  };
}
