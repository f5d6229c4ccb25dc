import { type ReactNode, useId } from 'react';
import { Link } from '../../lib/routing/link.tsx';
import classes from './panel.module.css';

interface Props {
  title: string;
  /** Where all of it is. */
  link: { to: string; text: string };
  children: ReactNode;
}

export function Panel({ title, link, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <Link to={link.to}>{link.text}</Link>
      </div>
      {children}
    </section>
  );
}
