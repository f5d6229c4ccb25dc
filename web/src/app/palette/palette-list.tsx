import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { getTextLanguage } from '../../language/text-language.ts';
import { splitAtMatches } from '../../lib/search-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { PaletteOption, PaletteSection } from './options.ts';
import classes from './palette.module.css';

interface Props {
  id: string;
  sections: readonly PaletteSection[];
  query: string;
  active: PaletteOption | undefined;
  toElementId: (option: PaletteOption) => string;
  onPoint: (option: PaletteOption) => void;
  onOpen: (option: PaletteOption, isInNewTab: boolean) => void;
}

/** The focus stays in the field, which names the active option. */
export function PaletteList({ id, sections, query, active, toElementId, ...handlers }: Props) {
  const activeId = active && toElementId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      id={id}
      className={classes.list}
      role="listbox"
      aria-label={t`Kết quả tìm kiếm`}
      hidden={sections.length === 0}
    >
      {sections.map(({ title, options }) => (
        <div key={title} role="group" aria-label={title}>
          <p className={classes.heading} aria-hidden>
            {title}
          </p>
          {options.map((option) => (
            <Option
              key={option.key}
              id={toElementId(option)}
              option={option}
              query={query}
              isActive={option === active}
              {...handlers}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<Props, 'query' | 'onPoint' | 'onOpen'> {
  id: string;
  option: PaletteOption;
  isActive: boolean;
}

function Option({ id, option, query, isActive, onPoint, onOpen }: OptionProps) {
  const { title, detail, badge, icon: Icon, user } = option;
  return (
    <button
      type="button"
      id={id}
      className={classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => !isActive && onPoint(option)}
      onClick={(event) => onOpen(option, event.ctrlKey || event.metaKey)}
    >
      {user && <Avatar user={user} size={36} />}
      {Icon && (
        <span className={classes.icon}>
          <Icon size={22} aria-hidden />
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.title} lang={user ? 'vi' : getTextLanguage(title)}>
          <Marked text={title} query={query} />
        </span>
        {detail && (
          <span className={classes.detail}>
            <Marked text={detail} query={query} />
          </span>
        )}
      </span>
      {badge && <span className={classes.badge}>{badge}</span>}
    </button>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  return splitAtMatches(text, query).map(({ text: part, start, isMatch }) =>
    isMatch ? <mark key={start}>{part}</mark> : <span key={start}>{part}</span>,
  );
}
