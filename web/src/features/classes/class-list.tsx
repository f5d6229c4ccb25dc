import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useChoices } from '../../lib/choices.ts';
import { useUser } from '../../lib/visitor.ts';
import { Card } from '../../ui/card.tsx';
import styles from './class-list.module.css';
import { classesQuery } from './classes.api.ts';

interface Props {
  all: readonly SchoolClass[];
  chosen: SchoolClass;
}

/** The classes that a pupil, a parent or an Admin has to do with. */
export function ClassList({ all, chosen }: Props) {
  const { choose } = useChoices();
  const isForAdmin = useUser().role === 'Admin';
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(classesQuery);
  return (
    <Card title={messages.classes.list}>
      <ul className={styles.list}>
        {all.map(({ id, name, school_name }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.item}
              aria-current={id === chosen.id || undefined}
              onClick={() => choose({ class: id, week: null })}
            >
              <span className={styles.name}>Lớp {name}</span>
              {isForAdmin && <span className={styles.place}>{school_name}</span>}
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Xem thêm lớp
        </Button>
      )}
    </Card>
  );
}
