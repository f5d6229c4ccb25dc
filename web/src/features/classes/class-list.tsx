import { t } from '@lingui/core/macro';
import type { Profile } from '@lop-xanh/contract/auth';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { childrenQuery, useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { Card } from '../../ui/card.tsx';
import styles from './class-list.module.css';
import { useChosenClasses } from './classes.api.ts';

interface Props {
  schoolClasses: readonly SchoolClass[];
  chosen: SchoolClass;
}

/** The classes of a student, a parent's children, a teacher who stands in or, for an Admin, of all schools. */
export function ClassList({ schoolClasses, chosen }: Props) {
  const { choose } = useUrlParams();
  const describeClass = useClassDescription();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useChosenClasses();
  return (
    <Card title={messages.classes.list}>
      <ul className={styles.list}>
        {schoolClasses.map(({ id, name, school_name }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.item}
              aria-current={id === chosen.id || undefined}
              onClick={() => choose({ class: id, week: null })}
            >
              <span className={styles.name}>{t`Lớp ${name}`}</span>
              <span className={styles.description} lang="vi">
                {describeClass({ id, school_name })}
              </span>
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
          {t`Xem thêm lớp`}
        </Button>
      )}
    </Card>
  );
}

/** Tells classes apart: by school for an Admin, by child for a parent, by the days for a substitute. */
function useClassDescription() {
  const { role, substitutions } = useUser();
  const { data: children = [] } = useQuery({ ...childrenQuery, enabled: role === 'Parent' });
  return ({ id, school_name }: Pick<SchoolClass, 'id' | 'school_name'>) => {
    if (role === 'Admin') return school_name;
    if (role === 'Teacher')
      return describeTeaching(substitutions.find(({ class_id }) => class_id === id));
    const classChildren = children.filter(({ class_id }) => class_id === id);
    return classChildren.map(({ full_name }) => full_name).join(', ');
  };
}

function describeTeaching(substitution: Profile['substitutions'][number] | undefined): string {
  if (!substitution) return t`Chủ nhiệm`;
  const until = formatDay(substitution.until);
  return t`Dạy thay đến ${until}`;
}
