import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import { Card } from './card.tsx';
import classes from './skeleton.module.css';

/** A placeholder while content is loading. */
export function Skeleton({ lines = 3, label }: { lines?: number; label?: string }) {
  return (
    <div className={classes.skeleton} role="status">
      {label ? <p>{label}</p> : <VisuallyHidden>{t`Đang tải…`}</VisuallyHidden>}
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classes.line} />
      ))}
    </div>
  );
}

export function CardSkeleton({ lines }: { lines: number }) {
  return (
    <Card>
      <Skeleton lines={lines} />
    </Card>
  );
}

/** A large card with a grid of cards below it. */
export function CardsSkeleton({ cards }: { cards: number }) {
  return (
    <div className={classes.cards} role="status">
      <VisuallyHidden>{t`Đang tải…`}</VisuallyHidden>
      {Array.from({ length: cards }, (_, card) => (
        <span key={card} className={classes.card} />
      ))}
    </div>
  );
}

export function PageSkeleton() {
  return (
    <div className={classes.page} role="status">
      <VisuallyHidden>{t`Đang tải trang…`}</VisuallyHidden>
      <span className={classes.heading} />
      <span className={classes.card} />
      <span className={classes.card} />
    </div>
  );
}
