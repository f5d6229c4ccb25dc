import type { QueryClient } from '@tanstack/react-query';

/** Pictures of a page fail together. */
const delayMs = 300;

/**
 * Refetches what is on screen when an uploaded picture cannot be loaded: its signed URL may have expired, and
 * the next response has a new one. Each URL causes one refetch. Returns a function that stops it.
 */
export function renewExpiredPictures(client: QueryClient): () => void {
  const failed = new Set<string>();
  let timer: ReturnType<typeof setTimeout>;
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement || target instanceof HTMLVideoElement)) return;
    const url = target.currentSrc || target.src;
    if (!url.includes('/uploads/') || failed.has(url)) return;
    failed.add(url);
    clearTimeout(timer);
    timer = setTimeout(() => void client.invalidateQueries(), delayMs);
  };
  // Such events do not bubble.
  window.addEventListener('error', onError, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('error', onError, { capture: true });
  };
}
