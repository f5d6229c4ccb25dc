import { Suspense } from 'react';
import { lazyPage } from '../lib/lazy-page.ts';

const View = lazyPage('lightbox-view', async () => {
  return (await import('./lightbox-view.tsx')).LightboxView;
});

export interface MediaItem {
  url: string;
  mime: string;
  filename: string;
  width: number | null;
  height: number | null;
}

interface Props {
  media: readonly MediaItem[];
  /** The index of the item to open, or null while closed. */
  at: number | null;
  onClose: () => void;
}

/** Images and videos in full screen; its code is fetched when it is first opened. */
export function Lightbox({ media, at, onClose }: Props) {
  return <Suspense>{at !== null && <View media={media} index={at} onClose={onClose} />}</Suspense>;
}

export function isVideo({ mime }: { mime: string }): boolean {
  return mime.startsWith('video/');
}
