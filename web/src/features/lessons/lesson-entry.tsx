import { t } from '@lingui/core/macro';
import type { WeekEntry } from '@lop-xanh/contract/lessons';
import {
  type Icon,
  IconAlignLeft,
  IconBackpack,
  IconChevronDown,
  IconListNumbers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { Prose } from '../../ui/prose.tsx';
import { TextItems } from '../../ui/text-items.tsx';
import classes from './lesson-page.module.css';
import { LessonSlide } from './lesson-slide.tsx';

/** One of the lessons of a week. A single one needs no heading, because the page has it. */
export function LessonEntry({ entry, isSingle }: { entry: WeekEntry; isSingle: boolean }) {
  const level = isSingle ? 'h2' : 'h3';
  return (
    <article className={classes.entry}>
      {!isSingle && <h2 lang="vi">{entry.title}</h2>}
      <LessonSlide entry={entry} />
      <div className={classes.sections}>
        <EntrySection level={level} icon={IconAlignLeft} title={messages.lessons.summary}>
          <Prose text={entry.summary} />
        </EntrySection>
        <EntrySection level={level} icon={IconListNumbers} title={messages.lessons.outline}>
          {entry.outline.length === 0 ? (
            <p className={classes.empty}>{t`Chưa có dàn ý`}</p>
          ) : (
            <ol lang="vi">
              <TextItems lines={entry.outline} />
            </ol>
          )}
        </EntrySection>
        <EntrySection level={level} icon={IconBackpack} title={messages.lessons.supplies}>
          {entry.items.length === 0 ? (
            <p className={classes.empty}>{t`Không cần chuẩn bị gì`}</p>
          ) : (
            <ul lang="vi">
              <TextItems lines={entry.items} />
            </ul>
          )}
        </EntrySection>
      </div>
    </article>
  );
}

interface SectionProps {
  level: 'h2' | 'h3';
  icon: Icon;
  title: string;
  children: ReactNode;
}

function EntrySection({ level: Heading, icon: Icon, title, children }: SectionProps) {
  return (
    <details className={classes.section} open>
      <summary>
        <Icon size={22} aria-hidden />
        <Heading className={classes.sectionTitle} lang={getTextLanguage(title)}>
          {title}
        </Heading>
        <IconChevronDown size={22} aria-hidden />
      </summary>
      <div className={classes.sectionBody}>{children}</div>
    </details>
  );
}
