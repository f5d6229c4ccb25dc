import type { WeekEntry } from '@lop-xanh/contract/lessons';
import { Button } from '@mantine/core';
import { IconExternalLink, IconMaximize } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './lesson-slide.module.css';
import { WeekPicture } from './week-picture.tsx';

/** A frame tells when it is there, but never that it failed. */
const patienceMs = 12_000;

/** What a slide needs to run and no more: it may not lead our own page away. */
const freedoms =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';

/** The slide of a week on a host that the server let through, or its picture where it has none. */
export function LessonSlide({ entry }: { entry: WeekEntry }) {
  if (entry.canva_link !== null) return <SlideFrame link={entry.canva_link} title={entry.title} />;
  return (
    <section className={classes.slide}>
      <WeekPicture entry={entry} />
      <div className={classes.bar}>
        <p className={classes.help}>Tuần này chưa có bài trình chiếu</p>
      </div>
    </section>
  );
}

function SlideFrame({ link, title }: { link: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const isLate = useIsLate(!isLoaded);
  return (
    <section className={classes.slide} aria-label="Bài trình chiếu">
      <iframe
        ref={frame}
        className={classes.frame}
        src={link}
        title={`Bài trình chiếu: ${title}`}
        sandbox={freedoms}
        allow="fullscreen; autoplay; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={() => setIsLoaded(true)}
      />
      <div className={classes.bar}>
        <p className={classes.help} aria-live="polite">
          {isLate ? 'Bài trình chiếu chưa hiện ra. Hãy mở trong thẻ mới.' : 'Không thấy bài?'}
        </p>
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink size={20} aria-hidden />}
        >
          Mở trong thẻ mới
        </Button>
        {document.fullscreenEnabled && (
          <Button
            leftSection={<IconMaximize size={20} aria-hidden />}
            onClick={() => void frame.current?.requestFullscreen()}
          >
            Toàn màn hình
          </Button>
        )}
      </div>
    </section>
  );
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isLate;
}
