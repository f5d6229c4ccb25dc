import type { Attachment } from '@lop-xanh/contract/posts';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { fileUrl } from '../../lib/api.ts';
import { isVideo, Lightbox } from '../../ui/lightbox.tsx';
import classes from './post-attachments.module.css';

/** A lone picture keeps its own shape, within these. */
const widest = 16 / 9;
const tallest = 4 / 5;
const urgent = { fetchPriority: 'high' } as const;

interface Props {
  attachments: readonly Attachment[];
  /** How many to show; the last one tells how many more there are. */
  most?: number;
  onView?: (isViewing: boolean) => void;
  /** What is seen first is fetched first. */
  isUrgent?: boolean;
}

export function PostAttachments({
  attachments,
  most = attachments.length,
  onView,
  isUrgent = false,
}: Props) {
  const [openAt, setOpenAt] = useState<number | null>(null);
  const view = (place: number | null) => {
    setOpenAt(place);
    onView?.(place !== null);
  };
  if (attachments.length === 0) return null;

  const shown = attachments.slice(0, most);
  const hidden = attachments.length - shown.length;
  return (
    <>
      <div className={classes.grid} data-count={Math.min(shown.length, 4)} style={shapeOf(shown)}>
        {shown.map((attachment, place) => {
          const isLast = place === shown.length - 1;
          return (
            <button
              key={attachment.id}
              type="button"
              className={classes.item}
              aria-label={labelOf(attachment, place, attachments.length)}
              onClick={() => view(place)}
            >
              <Still attachment={attachment} isUrgent={isUrgent} />
              {isLast && hidden > 0 && <span className={classes.more}>+{hidden}</span>}
            </button>
          );
        })}
      </div>
      <Lightbox media={attachments} at={openAt} onClose={() => view(null)} />
    </>
  );
}

function Still({ attachment, isUrgent }: { attachment: Attachment; isUrgent: boolean }) {
  if (!isVideo(attachment)) {
    const src = fileUrl(attachment.thumb ?? attachment.url);
    return <img src={src} alt="" {...(isUrgent ? urgent : { loading: 'lazy' })} />;
  }
  return (
    <>
      {/* The fragment makes browsers paint a first frame before the video plays. */}
      <video src={`${fileUrl(attachment.url)}#t=0.1`} preload="metadata" muted playsInline />
      <span className={classes.play}>
        <IconPlayerPlayFilled size={26} aria-hidden />
      </span>
    </>
  );
}

function shapeOf(shown: readonly Attachment[]) {
  const [only, second] = shown;
  if (!only || second) return {};
  const own = only.width && only.height ? only.width / only.height : widest;
  return { aspectRatio: Math.min(widest, Math.max(tallest, own)) };
}

function labelOf(attachment: Attachment, place: number, total: number): string {
  return `Xem ${isVideo(attachment) ? 'video' : 'ảnh'} ${place + 1} trên ${total}`;
}
