import { Button } from '@mantine/core';
import { IconExternalLink, IconMaximize } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { BookPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import classes from './lesson-slide.module.css';

/** A frame tells when it is there, but never that it failed. */
const patienceMs = 12_000;

/** What a slide needs to run and no more: it may not lead our own page away. */
const freedoms =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';

interface Props {
  /** On a host that the server let through; null where the week has no slide. */
  link: string | null;
  title: string;
}

export function LessonSlide({ link, title }: Props) {
  if (link === null) {
    return (
      <section className={classes.slide}>
        <EmptyState picture={<BookPicture />} title="Tuần này chưa có bài trình chiếu" />
      </section>
    );
  }
  return <SlideFrame link={link} title={title} />;
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
        <p className={classes.help} role="status">
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
