import { Suspense } from 'react';
import { lazyPage } from '../lib/lazy-page.ts';

const View = lazyPage('lightbox-view', async () => {
  return (await import('./lightbox-view.tsx')).LightboxView;
});

export interface Medium {
  url: string;
  mime: string;
  filename: string;
  width: number | null;
  height: number | null;
}

interface Props {
  media: readonly Medium[];
  /** The one to begin with, or null while it is closed. */
  at: number | null;
  onClose: () => void;
}

/** Pictures and videos over the whole screen; its code comes with the first one opened. */
export function Lightbox({ media, at, onClose }: Props) {
  return <Suspense>{at !== null && <View media={media} at={at} onClose={onClose} />}</Suspense>;
}

export function isVideo({ mime }: { mime: string }): boolean {
  return mime.startsWith('video/');
}
