import { t } from '@lingui/core/macro';
import type { CSSProperties, ReactNode } from 'react';
import { Card } from './card.tsx';
import classes from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A placeholder while content is loading. */
export function Skeleton({ lines = 3, label }: { lines?: number; label?: string }) {
  return (
    <Loading {...(label && { label })}>
      {repeat(lines, (line) => (
        <i key={line} className={classes.line} />
      ))}
    </Loading>
  );
}

export function CardSkeleton({ lines }: { lines: number }) {
  return (
    <Card>
      <Skeleton lines={lines} />
    </Card>
  );
}

/** A post: its author, its text, a photo and its buttons. */
export function PostSkeleton() {
  return (
    <Card>
      <Loading>
        <Person />
        <i className={classes.line} />
        <Block width="60%" />
        <i style={{ aspectRatio: '8 / 5' }} />
        <div style={rowStyle}>
          <Block width="4rem" height="2.75rem" />
          <Block width="4rem" height="2.75rem" />
        </div>
      </Loading>
    </Card>
  );
}

/** People or notifications, each with an avatar; `hasMarks` if each row ends with a button. */
export function RowsSkeleton({ rows, hasMarks = false }: { rows: number; hasMarks?: boolean }) {
  return (
    <Loading>
      {repeat(rows, (row) => (
        <Person key={row}>{hasMarks && <Block width="5rem" height="2.5rem" />}</Person>
      ))}
    </Loading>
  );
}

/** The rows and columns of a table. */
export function CellsSkeleton({ rows, columns }: { rows: number; columns: number }) {
  return (
    <Loading>
      {repeat(rows, (row) => (
        <div key={row} style={{ ...rowStyle, minHeight: '2rem' }}>
          {repeat(columns, (column) => (
            <i key={column} className={classes.line} />
          ))}
        </div>
      ))}
    </Loading>
  );
}

/** A large card with a grid of cards below it. */
export function CardsSkeleton({ cards }: { cards: number }) {
  return (
    <Loading className={classes.cards}>
      {repeat(cards, (card) => (
        <i key={card} className={classes.card} />
      ))}
    </Loading>
  );
}

export function PageSkeleton() {
  return (
    <Loading className={classes.page} label={t`Đang tải trang…`} isLabelHidden>
      <i className={classes.heading} />
      <i className={classes.card} />
      <i className={classes.card} />
    </Loading>
  );
}

const rowStyle = { display: 'flex', alignItems: 'center', gap: '0.875rem' } as const;

interface LoadingProps {
  className?: string | undefined;
  /** By default hidden, and a general one. */
  label?: string;
  isLabelHidden?: boolean;
  children: ReactNode;
}

function Loading({
  className = classes.skeleton,
  label,
  isLabelHidden = !label,
  children,
}: LoadingProps) {
  return (
    <div className={className} role="status">
      {isLabelHidden ? <VisuallyHidden>{label ?? t`Đang tải…`}</VisuallyHidden> : <p>{label}</p>}
      {children}
    </div>
  );
}

function Person({ children }: { children?: ReactNode }) {
  return (
    <div style={rowStyle}>
      <Block width="2.75rem" height="2.75rem" borderRadius="50%" />
      <div className={classes.skeleton} style={{ flex: 1, gap: '0.5rem' }}>
        <Block width="70%" height="1rem" />
        <Block width="40%" height="0.875rem" />
      </div>
      {children}
    </div>
  );
}

function Block({ height = '1.25rem', ...style }: CSSProperties) {
  return <i style={{ flex: 'none', height, ...style }} />;
}

function repeat(count: number, render: (index: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, index) => render(index));
}
