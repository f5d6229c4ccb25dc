import { t } from '@lingui/core/macro';
import type { ModerationItem } from '@lop-xanh/contract/moderation';
import { IconClock, IconEye } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatAge, isLate } from '../../language/age.ts';
import { describeItem, getKindLabel, getTitle, kindIcons } from './item-labels.ts';
import classes from './queue-row.module.css';

interface Props {
  item: ModerationItem;
  now: number;
  isCurrent: boolean;
  isSelected: boolean;
  /** The other Mod who is looking at it. */
  takenBy: string | undefined;
  onOpen: () => void;
  onToggle: () => void;
}

export function QueueRow({ item, now, isCurrent, isSelected, takenBy, onOpen, onToggle }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const { kind, since, post } = item;
  const { class_name: name } = post;
  const title = getTitle(item);
  const KindIcon = kindIcons[kind];
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={row} className={classes.row} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={classes.open}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
      >
        <span className={classes.line}>
          <span className={classes.kind} data-kind={kind}>
            <KindIcon size={16} aria-hidden />
            {getKindLabel(kind)}
          </span>
          {name !== null && <span className={classes.soft}>{t`Lớp\u00a0${name}`}</span>}
          <span className={classes.age} data-late={isLate(since, now) || undefined}>
            {isLate(since, now) && <IconClock size={16} aria-hidden />}
            {formatAge(since, now)}
          </span>
        </span>
        <span className={classes.title} lang="vi">
          {title}
        </span>
        <span className={classes.details}>{describeItem(item)}</span>
        {takenBy !== undefined && (
          <span className={classes.taken}>
            <IconEye size={16} aria-hidden />
            {t`${takenBy} đang xem`}
          </span>
        )}
      </button>
      <label className={classes.select}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t`Chọn: ${title}`}
          onChange={onToggle}
        />
      </label>
    </li>
  );
}
