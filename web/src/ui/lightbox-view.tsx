import { t } from '@lingui/core/macro';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import YetAnotherLightbox, { type Slide } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Download from 'yet-another-react-lightbox/plugins/download';
import Video from 'yet-another-react-lightbox/plugins/video';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { fileUrl } from '../lib/api.ts';
import { getDownloadName } from './download-name.ts';
import { isVideo, type MediaItem } from './lightbox.tsx';
import classes from './lightbox-view.module.css';
import { useIsMobile } from './use-is-mobile.ts';

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
  const shown = useShownMedia(media);
  const slides = useMemo(
    () => shown.map((item, position) => toSlide(item, position, caption)),
    [shown, caption],
  );
  const isMobile = useIsMobile();
  const hasOne = slides.length === 1;
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
      counter={{ container: { className: classes.counter ?? '' } }}
      zoom={{ maxZoomPixelRatio: 3, doubleTapDelay: 250 }}
      captions={{ descriptionTextAlign: 'center' }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      labels={getLabels()}
      render={{
        ...(hasOne && { buttonPrev: () => null, buttonNext: () => null }),
        // On a phone Back is on the left, as in the other full-screen modes.
        ...(isMobile && {
          buttonClose: () => null,
          controls: () => (
            <ActionIcon
              variant="transparent"
              className={classes.back ?? ''}
              aria-label={t`Đóng`}
              onClick={onClose}
            >
              <IconArrowLeft size={24} />
            </ActionIcon>
          ),
        }),
      }}
    />
  );
}

/**
 * The media as they were when the viewer opened: a refetch signs new URLs and would load every image again. Only
 * what could not be loaded, because its URL has expired, takes the new one.
 */
function useShownMedia(media: readonly MediaItem[]): readonly MediaItem[] {
  const [shown, setShown] = useState(media);
  const [failedUrls, setFailedUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    const onError = ({ target }: Event) => {
      if (!(target instanceof HTMLImageElement || target instanceof HTMLVideoElement)) return;
      const url = target.currentSrc || target.src;
      setFailedUrls((urls) => [...urls, url]);
    };
    // Such events do not bubble.
    window.addEventListener('error', onError, { capture: true });
    return () => window.removeEventListener('error', onError, { capture: true });
  }, []);
  const renewed = shown.map((item, position) => {
    const { href } = new URL(fileUrl(item.url), location.href);
    const current = media[position];
    const isRenewed = current && current.url !== item.url && failedUrls.includes(href);
    return isRenewed ? current : item;
  });
  if (renewed.some((item, position) => item !== shown[position])) setShown(renewed);
  return shown;
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
    ...(caption && { description: caption }),
    download: { url: src, filename: getDownloadName(item, position, caption) },
  };
  if (!isVideo(item)) {
    const { width, height } = item;
    const size = { ...(width !== null && { width }), ...(height !== null && { height }) };
    return { src, alt: item.filename, ...size, ...common };
  }
  const sources = [{ src, type: playableType(item.mime) }];
  if (!item.thumb) return { type: 'video', sources, ...common };
  return { type: 'video', sources, poster: fileUrl(item.thumb), preload: 'none', ...common };
}

/** Browsers play most MOV files, but not with their own media type. */
function playableType(mime: string): string {
  return mime === 'video/quicktime' ? 'video/mp4' : mime;
}
