import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useChoices } from '../../lib/choices.ts';
import { childrenQuery, useUser } from '../../lib/visitor.ts';
import { Card } from '../../ui/card.tsx';
import styles from './class-list.module.css';
import { classesQuery } from './classes.api.ts';

interface Props {
  all: readonly SchoolClass[];
  chosen: SchoolClass;
}

/** The classes that a student, a parent or an Admin has to do with. */
export function ClassList({ all, chosen }: Props) {
  const { choose } = useChoices();
  const placeOf = usePlaces();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(classesQuery);
  return (
    <Card title={messages.classes.list}>
      <ul className={styles.list}>
        {all.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles.item}
              aria-current={one.id === chosen.id || undefined}
              onClick={() => choose({ class: one.id, week: null })}
            >
              <span className={styles.name}>Lớp {one.name}</span>
              <span className={styles.place}>{placeOf(one)}</span>
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

/** What tells the classes apart: an Admin's by their school, a parent's by the child. */
function usePlaces() {
  const { role } = useUser();
  const { data: children = [] } = useQuery({ ...childrenQuery, enabled: role === 'Parent' });
  return ({ id, school_name }: SchoolClass) => {
    if (role === 'Admin') return school_name;
    const own = children.filter(({ class_id }) => class_id === id);
    return own.map(({ full_name }) => full_name).join(', ');
  };
}
