import { type ReactNode, useId } from 'react';
import classes from './person-section.module.css';

interface Props {
  title: string;
  /** A link or button beside the title. */
  action?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** A part of the page of a person. */
export function PersonSection({ title, action, isWide = false, children }: Props) {
  const titleId = useId();
  return (
    <section className={classes.section} data-wide={isWide || undefined} aria-labelledby={titleId}>
      <header className={classes.header}>
        <h2 id={titleId}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

export function SectionList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

interface ItemProps {
  /** Before the text: a picture, an icon or a short label. */
  mark?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** After the text. */
  action?: ReactNode;
}

export function SectionItem({ mark, title, text, action }: ItemProps) {
  return (
    <li className={classes.item}>
      {mark}
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {text && <p className={classes.soft}>{text}</p>}
      </div>
      {action}
    </li>
  );
}

export function SectionEmpty({ text }: { text: string }) {
  return <p className={classes.soft}>{text}</p>;
}
