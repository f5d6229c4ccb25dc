import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useBackCloses } from './use-back-closes.ts';

const View = lazyComponent('lightbox-view', async () => {
  return (await import('./lightbox-view.tsx')).LightboxView;
});

export interface MediaItem {
  url: string;
  /** Of a video: its poster. */
  thumb: string | null;
  mime: string;
  filename: string;
  width: number | null;
  height: number | null;
}

interface Props {
  media: readonly MediaItem[];
  /** What the media belong to; also their name when saved. */
  caption?: string | undefined;
  /** The index of the item to open, or null while closed. */
  openIndex: number | null;
  onClose: () => void;
}

/** Shows photos and videos in full screen; its code is fetched when it is first opened. */
export function Lightbox({ media, caption, openIndex, onClose }: Props) {
  useBackCloses(openIndex !== null, onClose);
  return (
    <Suspense>
      {openIndex !== null && (
        <View media={media} caption={caption} index={openIndex} onClose={onClose} />
      )}
    </Suspense>
  );
}

export function isVideo({ mime }: { mime: string }): boolean {
  return mime.startsWith('video/');
}
