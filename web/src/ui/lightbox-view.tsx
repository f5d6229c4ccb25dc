import { t } from '@lingui/core/macro';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import { useEffect, useState } from 'react';
import YetAnotherLightbox, { type Slide } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Download from 'yet-another-react-lightbox/plugins/download';
import Video from 'yet-another-react-lightbox/plugins/video';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { fileUrl } from '../lib/api.ts';
import { getDownloadName } from './download-name.ts';
import { isVideo, type MediaItem } from './lightbox.tsx';

const getLabels = () => ({
  Lightbox: t`Xem ảnh và video`,
  Close: t`Đóng`,
  Download: t`Tải về`,
  'Zoom in': t`Phóng to`,
  'Zoom out': t`Thu nhỏ`,
  Caption: t`Tên bài viết`,
  Previous: t`Trước`,
  Next: t`Tiếp theo`,
  Slide: t`Mục`,
  Carousel: t`Ảnh và video`,
  'Photo gallery': t`Ảnh và video`,
  '{index} of {total}': t`${'{index}'} trên ${'{total}'}`,
});

interface Props {
  media: readonly MediaItem[];
  caption: string | undefined;
  index: number;
  onClose: () => void;
}

export function LightboxView({ media, caption, index, onClose }: Props) {
  // Fixed when it opens: a refetch signs new URLs and would load every image again.
  const [slides] = useState(() => media.map((item, position) => toSlide(item, position, caption)));
  useFocusReturn();
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[Video, Zoom, Counter, Captions, Download]}
      video={{ controls: true, playsInline: true, preload: 'metadata' }}
      carousel={{ finite: true }}
      counter={{ container: { style: { top: 0 } } }}
      zoom={{ maxZoomPixelRatio: 3, doubleTapDelay: 250 }}
      captions={{ descriptionTextAlign: 'center' }}
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

function toSlide(item: MediaItem, position: number, caption: string | undefined): Slide {
  const src = fileUrl(item.url);
  const common = {
    ...(item.width !== null && { width: item.width }),
    ...(item.height !== null && { height: item.height }),
    ...(caption && { description: caption }),
    download: { url: src, filename: getDownloadName(item, position, caption) },
  };
  if (!isVideo(item)) return { src, alt: item.filename, ...common };
  return { type: 'video', sources: [{ src, type: playableType(item.mime) }], ...common };
}

/** Browsers play most MOV files, but not with their own media type. */
function playableType(mime: string): string {
  return mime === 'video/quicktime' ? 'video/mp4' : mime;
}
