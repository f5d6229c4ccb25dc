import { t } from '@lingui/core/macro';
import type { Attachment } from '@lop-xanh/contract/posts';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { fileUrl } from '../../lib/api.ts';
import { isVideo, Lightbox } from '../../ui/lightbox.tsx';
import classes from './post-attachments.module.css';

/** A single attachment keeps its own aspect ratio within these limits. */
const widestRatio = 16 / 9;
const tallestRatio = 4 / 5;
const highPriority = { fetchPriority: 'high' } as const;

interface Props {
  attachments: readonly Attachment[];
  /** The title of the post. */
  title?: string;
  /** Shows at most this many; the last one also shows how many are hidden. */
  maxShown?: number;
  onLightboxChange?: (isOpen: boolean) => void;
  /** For photos above the fold. */
  isHighPriority?: boolean;
  /** Something to show on an attachment. */
  renderNote?: (attachment: Attachment) => ReactNode;
}

export function PostAttachments({
  attachments,
  title,
  maxShown = attachments.length,
  onLightboxChange,
  isHighPriority = false,
  renderNote,
}: Props) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const openLightbox = (index: number) => {
    setOpenIndex(index);
    onLightboxChange?.(true);
  };
  const closeLightbox = () => {
    setOpenIndex(null);
    onLightboxChange?.(false);
  };
  if (attachments.length === 0) return null;

  const visible = attachments.slice(0, maxShown);
  const hiddenCount = attachments.length - visible.length;
  return (
    <>
      <div
        className={classes.grid}
        data-count={Math.min(visible.length, 4)}
        style={getGridStyle(visible)}
      >
        {visible.map((attachment, index) => {
          const isLast = index === visible.length - 1;
          return (
            <button
              key={attachment.id}
              type="button"
              className={classes.item}
              aria-label={getLabel(attachment, index, attachments.length)}
              onClick={() => openLightbox(index)}
            >
              <Thumbnail attachment={attachment} isHighPriority={isHighPriority} />
              {renderNote?.(attachment)}
              {isLast && hiddenCount > 0 && <span className={classes.more}>+{hiddenCount}</span>}
            </button>
          );
        })}
      </div>
      <Lightbox media={attachments} caption={title} openIndex={openIndex} onClose={closeLightbox} />
    </>
  );
}

interface ThumbnailProps {
  attachment: Attachment;
  isHighPriority: boolean;
}

export function Thumbnail({ attachment, isHighPriority }: ThumbnailProps) {
  const isVideoFile = isVideo(attachment);
  // A feed downloads nothing of a video but its poster: the viewer does, when it is played.
  const image = isVideoFile ? attachment.thumb : (attachment.thumb ?? attachment.url);
  return (
    <>
      {image && (
        <img
          src={fileUrl(image)}
          alt=""
          {...(isHighPriority ? highPriority : { loading: 'lazy' })}
        />
      )}
      {isVideoFile && (
        <span className={classes.play}>
          <IconPlayerPlayFilled size={26} aria-hidden />
        </span>
      )}
    </>
  );
}

function getGridStyle(visible: readonly Attachment[]) {
  const [first, second] = visible;
  if (!first || second) return {};
  const ratio = first.width && first.height ? first.width / first.height : widestRatio;
  return { aspectRatio: Math.min(widestRatio, Math.max(tallestRatio, ratio)) };
}

function getLabel(attachment: Attachment, index: number, total: number): string {
  const number = index + 1;
  return isVideo(attachment)
    ? t`Xem video ${number} trên ${total}`
    : t`Xem ảnh ${number} trên ${total}`;
}
