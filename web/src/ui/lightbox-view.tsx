import { t } from '@lingui/core/macro';
import 'yet-another-react-lightbox/styles.css';
import { useEffect, useState } from 'react';
import YetAnotherLightbox, { type Slide } from 'yet-another-react-lightbox';
import Video from 'yet-another-react-lightbox/plugins/video';
import { fileUrl } from '../lib/api.ts';
import { isVideo, type MediaItem } from './lightbox.tsx';

const getLabels = () => ({
  Lightbox: t`Xem ảnh và video`,
  Close: t`Đóng`,
  Previous: t`Trước`,
  Next: t`Tiếp theo`,
  Slide: t`Mục`,
  Carousel: t`Ảnh và video`,
  'Photo gallery': t`Ảnh và video`,
  '{index} of {total}': t`${'{index}'} trên ${'{total}'}`,
});

interface Props {
  media: readonly MediaItem[];
  index: number;
  onClose: () => void;
}

export function LightboxView({ media, index, onClose }: Props) {
  // Fixed when it opens: a refetch signs new URLs and would load every image again.
  const [slides] = useState(() => media.map(toSlide));
  useFocusReturn();
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[Video]}
      video={{ controls: true, playsInline: true, preload: 'metadata' }}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      labels={getLabels()}
      {...(slides.length === 1 && { render: { buttonPrev: () => null, buttonNext: () => null } })}
    />
  );
}

function useFocusReturn() {
  useEffect(() => {
    const previous = document.activeElement;
    return () => {
      if (previous instanceof HTMLElement) previous.focus({ preventScroll: true });
    };
  }, []);
}

function toSlide(item: MediaItem): Slide {
  const size = {
    ...(item.width !== null && { width: item.width }),
    ...(item.height !== null && { height: item.height }),
  };
  const src = fileUrl(item.url);
  if (!isVideo(item)) return { src, alt: item.filename, ...size };
  return { type: 'video', sources: [{ src, type: playableType(item.mime) }], ...size };
}

/** Browsers play most MOV files, but not with their own media type. */
function playableType(mime: string): string {
  return mime === 'video/quicktime' ? 'video/mp4' : mime;
}
