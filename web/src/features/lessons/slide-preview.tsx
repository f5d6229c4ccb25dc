import { t } from '@lingui/core/macro';
import { toEmbedUrl } from '@lop-xanh/contract/rules/slides';
import { useDebouncedValue } from '@mantine/hooks';
import { memo } from 'react';
import type { WeekDraft } from './lesson-draft.ts';
import classes from './lesson-editor.module.css';
import { LessonSlide } from './lesson-slide.tsx';

/** A pause in typing after which the frame follows the link. */
const previewDelayMs = 500;

interface Props {
  week: WeekDraft;
  /** What the server has for this week. It may be on a host that only the operator allows. */
  savedLink: string | undefined;
}

export function SlidePreview({ week: { title, canva_link, thumbnail }, savedLink }: Props) {
  const [link] = useDebouncedValue(canva_link.trim(), previewDelayMs);
  const embedLink = toEmbedUrl(link) ?? (link === savedLink && link !== '' ? link : null);
  const [shownTitle] = useDebouncedValue(title, previewDelayMs);
  return (
    <section className={classes.preview} aria-labelledby="slide-preview">
      <h2 id="slide-preview">{t`Xem trước`}</h2>
      {link !== '' && embedLink === null && (
        <p>{t`Liên kết này chưa xem trước được. Hãy dùng liên kết chia sẻ để xem.`}</p>
      )}
      <Slide key={embedLink} title={shownTitle} canva_link={embedLink} thumbnail={thumbnail} />
    </section>
  );
}

/** Memoized: a frame is not to be touched while the user types elsewhere. */
const Slide = memo(function Slide(
  entry: Pick<WeekDraft, 'title' | 'thumbnail'> & { canva_link: string | null },
) {
  return <LessonSlide entry={entry} />;
});
