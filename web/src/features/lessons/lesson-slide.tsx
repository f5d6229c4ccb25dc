import { t } from '@lingui/core/macro';
import type { WeekEntry } from '@lop-xanh/contract/lessons';
import { Button } from '@mantine/core';
import { IconExternalLink, IconMaximize } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './lesson-slide.module.css';
import { WeekThumbnail } from './week-thumbnail.tsx';

/** An iframe reports that it loaded, but never that it failed. */
const loadTimeoutMs = 12_000;

/** Only what a slide needs: it must not navigate our own page away. */
const sandboxPermissions =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';

interface Props {
  entry: Pick<WeekEntry, 'title' | 'canva_link' | 'thumbnail'>;
}

/** The slide of a week, or its thumbnail if it has none. The server allows only known hosts. */
export function LessonSlide({ entry }: Props) {
  if (entry.canva_link !== null) return <SlideFrame link={entry.canva_link} title={entry.title} />;
  return (
    <section className={classes.slide}>
      <WeekThumbnail entry={entry} />
      <div className={classes.bar}>
        <p className={classes.hint}>{t`Tuần này chưa có bài trình chiếu`}</p>
      </div>
    </section>
  );
}

function SlideFrame({ link, title }: { link: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const isOverdue = useIsOverdue(!isLoaded);
  return (
    <section className={classes.slide} aria-label={t`Bài trình chiếu`}>
      <iframe
        ref={frame}
        className={classes.frame}
        src={link}
        title={t`Bài trình chiếu: ${title}`}
        sandbox={sandboxPermissions}
        allow="fullscreen; autoplay; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={() => setIsLoaded(true)}
      />
      <div className={classes.bar}>
        <p className={classes.hint} aria-live="polite">
          {isOverdue ? t`Bài trình chiếu chưa hiện ra. Hãy mở trong thẻ mới.` : t`Không thấy bài?`}
        </p>
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink size={20} aria-hidden />}
        >
          {t`Mở trong thẻ mới`}
        </Button>
        {document.fullscreenEnabled && (
          <Button
            leftSection={<IconMaximize size={20} aria-hidden />}
            onClick={() => void frame.current?.requestFullscreen()}
          >
            {t`Toàn màn hình`}
          </Button>
        )}
      </div>
    </section>
  );
}

function useIsOverdue(isLoading: boolean): boolean {
  const [isOverdue, setIsOverdue] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsOverdue(true), loadTimeoutMs);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isLoading && isOverdue;
}
