import type { QueryClient } from '@tanstack/react-query';
import { onReturn } from './on-return.ts';

/** Pictures of a page fail together. */
const delayMs = 300;

/**
 * Loads pictures again that failed to. A refetch of what is on screen brings the new URL of one whose signed URL
 * has expired; each URL causes one refetch. When the network or the user is back, whatever is broken by then is
 * tried once more. Returns a function that stops it.
 */
export function repairPictures(client: QueryClient): () => void {
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
  const stopWaiting = onReturn(() => {
    failed.clear();
    reloadBroken();
  });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('error', onError, { capture: true });
    stopWaiting();
  };
}

function reloadBroken(): void {
  for (const image of document.images) {
    const isBroken = image.complete && image.naturalWidth === 0;
    const url = image.getAttribute('src');
    if (isBroken && url) image.src = url;
  }
  for (const video of document.querySelectorAll('video')) if (video.error) video.load();
}
