import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { getTextLanguage } from '../language/text-language.ts';
import { Link } from '../lib/routing/link.tsx';
import classes from './link-card.module.css';

interface Props {
  to: string;
  icon: Icon;
  title: string;
  text?: string;
  tone?: 'plain' | 'leaf' | 'sun';
}

export function LinkCard({ to, icon: Icon, title, text, tone = 'plain' }: Props) {
  return (
    <Link to={to} className={classes.card} data-tone={tone}>
      <Icon size={24} aria-hidden />
      <span className={classes.title} lang={getTextLanguage(title)}>
        {title}
      </span>
      {text && <span className={classes.text}>{text}</span>}
    </Link>
  );
}

export function LinkCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes.cards} aria-label={label}>
      {children}
    </nav>
  );
}
