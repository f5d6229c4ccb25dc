import 'yet-another-react-lightbox/styles.css';
import { useEffect, useState } from 'react';
import YetAnotherLightbox, { type Slide } from 'yet-another-react-lightbox';
import Video from 'yet-another-react-lightbox/plugins/video';
import { fileUrl } from '../lib/api.ts';
import { isVideo, type Medium } from './lightbox.tsx';

const labels = {
  Lightbox: 'Xem ảnh và video',
  Close: 'Đóng',
  Previous: 'Trước',
  Next: 'Sau',
  Slide: 'Mục',
  Carousel: 'Ảnh và video',
  'Photo gallery': 'Ảnh và video',
  '{index} of {total}': '{index} trên {total}',
};

interface Props {
  media: readonly Medium[];
  at: number;
  onClose: () => void;
}

export function LightboxView({ media, at, onClose }: Props) {
  // Fixed when it opens: a refetch signs the urls anew and would load every picture again.
  const [slides] = useState(() => media.map(slideOf));
  useFocusReturn();
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={at}
      slides={slides}
      plugins={[Video]}
      video={{ controls: true, playsInline: true, preload: 'metadata' }}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      labels={labels}
      {...(slides.length === 1 && { render: { buttonPrev: () => null, buttonNext: () => null } })}
    />
  );
}

function useFocusReturn() {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}

function slideOf(medium: Medium): Slide {
  const size = {
    ...(medium.width !== null && { width: medium.width }),
    ...(medium.height !== null && { height: medium.height }),
  };
  const src = fileUrl(medium.url);
  if (!isVideo(medium)) return { src, alt: medium.filename, ...size };
  return { type: 'video', sources: [{ src, type: playableType(medium.mime) }], ...size };
}

/** Browsers play most MOV files, but not under their own name. */
function playableType(mime: string): string {
  return mime === 'video/quicktime' ? 'video/mp4' : mime;
}
