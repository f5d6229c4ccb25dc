import { VisuallyHidden } from '@mantine/core';
import classes from './skeleton.module.css';

/** Holds the place of text and cards that are on their way. */
export function Skeleton({ lines = 3, words }: { lines?: number; words?: string }) {
  return (
    <div className={classes.skeleton} role="status">
      {words ? <p>{words}</p> : <VisuallyHidden>Đang tải…</VisuallyHidden>}
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classes.line} />
      ))}
    </div>
  );
}

/** A grid of cards under a large one. */
export function CardsSkeleton({ cards }: { cards: number }) {
  return (
    <div className={classes.cards} role="status">
      <VisuallyHidden>Đang tải…</VisuallyHidden>
      {Array.from({ length: cards }, (_, card) => (
        <span key={card} className={classes.card} />
      ))}
    </div>
  );
}

export function PageSkeleton() {
  return (
    <div className={classes.page} role="status">
      <VisuallyHidden>Đang tải trang…</VisuallyHidden>
      <span className={classes.heading} />
      <span className={classes.card} />
      <span className={classes.card} />
    </div>
  );
}
