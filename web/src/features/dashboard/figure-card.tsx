import type { Icon } from '@tabler/icons-react';
import { Link } from '../../lib/routing/link.tsx';
import classes from './figure-card.module.css';

interface Props {
  icon: Icon;
  title: string;
  value: string;
  /** What stands behind the figure. */
  text: string;
  to: string;
  tone?: 'plain' | 'sun' | 'clay';
}

/** A figure that leads to what is behind it. */
export function FigureCard({ icon: FigureIcon, title, value, text, to, tone = 'plain' }: Props) {
  return (
    <Link to={to} className={classes.card} preventScrollReset>
      <span className={classes.title}>
        <FigureIcon size={20} aria-hidden />
        {title}
      </span>
      <span className={classes.value} data-tone={tone}>
        {value}
      </span>
      <span className={classes.text} lang="vi">
        {text}
      </span>
    </Link>
  );
}
