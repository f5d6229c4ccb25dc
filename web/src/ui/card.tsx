import type { ReactNode } from 'react';
import classes from './card.module.css';

interface Props {
  title?: string;
  children: ReactNode;
}

export function Card({ title, children }: Props) {
  return (
    <section className={classes.card}>
      {title && <h2 className={classes.title}>{title}</h2>}
      {children}
    </section>
  );
}
