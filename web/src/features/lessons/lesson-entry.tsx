import type { WeekEntry } from '@lop-xanh/contract/lessons';
import { messages } from '@lop-xanh/contract/messages';
import {
  type Icon,
  IconAlignLeft,
  IconBackpack,
  IconChevronDown,
  IconListNumbers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Lines } from '../../ui/lines.tsx';
import { Prose } from '../../ui/prose.tsx';
import classes from './lesson-page.module.css';
import { LessonSlide } from './lesson-slide.tsx';

/** One lesson of a week; where it is the only one, the page's heading is its own. */
export function LessonEntry({ entry, isOnlyOne }: { entry: WeekEntry; isOnlyOne: boolean }) {
  const level = isOnlyOne ? 'h2' : 'h3';
  return (
    <article className={classes.entry}>
      {!isOnlyOne && <h2>{entry.title}</h2>}
      <LessonSlide entry={entry} />
      <div className={classes.parts}>
        <Part level={level} icon={IconAlignLeft} title={messages.lessons.summary}>
          <Prose text={entry.summary} />
        </Part>
        <Part level={level} icon={IconListNumbers} title={messages.lessons.outline}>
          {entry.outline.length === 0 ? (
            <p className={classes.none}>Chưa có dàn ý</p>
          ) : (
            <ol>
              <Lines lines={entry.outline} />
            </ol>
          )}
        </Part>
        <Part level={level} icon={IconBackpack} title={messages.lessons.supplies}>
          {entry.items.length === 0 ? (
            <p className={classes.none}>Không cần chuẩn bị gì</p>
          ) : (
            <ul>
              <Lines lines={entry.items} />
            </ul>
          )}
        </Part>
      </div>
    </article>
  );
}

interface PartProps {
  level: 'h2' | 'h3';
  icon: Icon;
  title: string;
  children: ReactNode;
}

function Part({ level: Heading, icon: Icon, title, children }: PartProps) {
  return (
    <details className={classes.part} open>
      <summary>
        <Icon size={22} aria-hidden />
        <Heading className={classes.partTitle}>{title}</Heading>
        <IconChevronDown size={22} aria-hidden />
      </summary>
      <div className={classes.partBody}>{children}</div>
    </details>
  );
}
