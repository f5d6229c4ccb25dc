import type { ReactNode } from 'react';
import { getTextLanguage } from '../language/text-language.ts';
import classes from './card.module.css';

interface Props {
  title?: string;
  children: ReactNode;
}

export function Card({ title, children }: Props) {
  return (
    <section className={classes.card}>
      {title && (
        <h2 className={classes.title} lang={getTextLanguage(title)}>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}
