import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { personPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useLocation } from '../../lib/routing/location.ts';
import { type AccountListFilters, accountIdsQuery } from '../accounts/public.ts';
import classes from './person-neighbours.module.css';

/** To the previous and the next person of the list that the user came from, or else of the class. */
export function PersonNeighbours({ account }: { account: Account }) {
  const { state, search } = useLocation();
  const list = (state as { list?: AccountListFilters } | null)?.list;
  const shown = list ?? findClassList(account);
  const { data: ids = [], isLoading } = useQuery({
    ...accountIdsQuery(shown ?? { role: account.role }),
    enabled: shown !== undefined,
  });
  const index = ids.indexOf(account.id);
  // Since then the person may have left the list, for example by being moved.
  if (!isLoading && (index < 0 || ids.length < 2)) return null;
  const [place, total] = isLoading ? [10, 10] : [index + 1, ids.length];
  return (
    <nav
      className={classes.neighbours}
      data-loading={isLoading || undefined}
      aria-label={t`Người trước và người sau`}
    >
      <span>{list ? t`${place} / ${total}` : t`${place} / ${total} của lớp`}</span>
      <Neighbour
        id={ids[index - 1]}
        list={list}
        label={t`Người trước`}
        search={search}
        icon={IconChevronLeft}
      />
      <Neighbour
        id={ids[index + 1]}
        list={list}
        label={t`Người sau`}
        search={search}
        icon={IconChevronRight}
      />
    </nav>
  );
}

function findClassList({ role, school_id, class_id }: Account): AccountListFilters | undefined {
  if (role !== 'Student' || school_id === null || class_id === null) return undefined;
  return { role, school_id, class_id };
}

interface NeighbourProps {
  /** Undefined at the ends of the list. */
  id: number | undefined;
  list: AccountListFilters | undefined;
  label: string;
  /** Which part of the page is open. */
  search: string;
  icon: typeof IconChevronLeft;
}

function Neighbour({ id, list, label, search, icon: Icon }: NeighbourProps) {
  const props = { variant: 'default', size: 44, radius: 'md', 'aria-label': label, title: label };
  const icon = <Icon size={22} />;
  if (id === undefined) {
    return (
      <ActionIcon {...props} disabled>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <ActionIcon
      {...props}
      component={Link}
      to={personPath(id) + search}
      state={list && { list }}
      replace
    >
      {icon}
    </ActionIcon>
  );
}
