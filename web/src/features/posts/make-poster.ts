import { drawPhoto } from '../../lib/draw-photo.ts';

const posterPx = 640;
/** The very first picture of a video is often black. */
const posterSeconds = 0.5;
/** A slow phone takes seconds to decode a large video. */
const maxWaitMs = 15_000;

/** A picture of a video; undefined if this browser cannot show the video. */
export async function makePoster(file: File): Promise<Blob | undefined> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  const url = URL.createObjectURL(file);
  try {
    const loaded = waitFor(video, 'loadeddata');
    video.src = url;
    await loaded;
    const sought = waitFor(video, 'seeked');
    video.currentTime = Math.min(posterSeconds, video.duration / 2);
    await sought;
    const canvas = drawPhoto(await createImageBitmap(video), posterPx);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.8);
    });
    return blob ?? undefined;
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function waitFor(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`no ${event}`)), maxWaitMs);
    video.addEventListener(event, () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error('unplayable')), { once: true });
    const stop = () => clearTimeout(timeout);
    for (const end of [event, 'error']) video.addEventListener(end, stop, { once: true });
  });
}
