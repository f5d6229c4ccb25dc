import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useMinutes } from '../../lib/minutes.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { toKey } from './queue.cache.ts';
import classes from './queue-list.module.css';
import { QueueRow } from './queue-row.tsx';
import type { Desk } from './use-desk.ts';
import type { Queue } from './use-queue.ts';

interface Props {
  queue: Queue;
  desk: Desk;
  takenBy: ReadonlyMap<string, string>;
  onOpen: (item: Queue['items'][number]) => void;
  /** What stays in sight below the list. */
  children: ReactNode;
}

export function QueueList({
  queue: { items, total, query },
  desk,
  takenBy,
  onOpen,
  children,
}: Props) {
  const now = useMinutes();
  const place = Math.min(desk.index + 1, total);
  return (
    <section className={classes.list} aria-label={t`Hàng chờ`}>
      <div className={classes.head}>
        <p className={classes.order}>{t`Cũ nhất trước`}</p>
        <p className={classes.place}>{t`mục ${place} / ${total}`}</p>
      </div>
      <ul className={classes.rows}>
        {items.map((item) => (
          <QueueRow
            key={toKey(item)}
            item={item}
            now={now}
            isCurrent={item === desk.current}
            isSelected={desk.selectedKeys.has(toKey(item))}
            takenBy={takenBy.get(toKey(item))}
            onOpen={() => onOpen(item)}
            onToggle={() => desk.toggle(item)}
          />
        ))}
        {query.hasNextPage && (
          <li className={classes.more}>
            <MoreButton list={query} />
          </li>
        )}
      </ul>
      <div className={classes.foot}>{children}</div>
    </section>
  );
}
