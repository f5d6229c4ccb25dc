import { t } from '@lingui/core/macro';
import type { Departure } from '@lop-xanh/contract/accounts';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { type UseInfiniteQueryResult } from '@tanstack/react-query';
import { getDepartureReason } from '../../language/departure-reason.ts';
import { messages } from '../../language/messages.ts';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TableSkeleton } from '../../ui/table-panel.tsx';
import { PersonLink } from '../people/public.ts';
import type { ClassTransfer } from './history.api.ts';
import classes from './history.module.css';

interface Props {
  label: string;
  nameHeading: string;
  list: UseInfiniteQueryResult<ClassTransfer[]>;
  emptyTitle: string;
}

/** Transfers between classes, newest first. */
export function TransfersTable({ label, nameHeading, list, emptyTitle }: Props) {
  return (
    <Loaded
      query={list}
      skeleton={<TableSkeleton />}
      failedMessage={t`Không tải được lịch sử`}
      empty={<EmptyState picture={<SproutPicture />} title={emptyTitle} />}
    >
      {(transfers) => (
        <>
          <DataTable
            label={label}
            rows={transfers}
            getRowKey={({ id }) => id}
            paging="none"
            columns={buildColumns(nameHeading)}
          />
          <MoreButton list={list} />
        </>
      )}
    </Loaded>
  );
}

function buildColumns(nameHeading: string): Column<ClassTransfer>[] {
  return [
    {
      name: nameHeading,
      cell: ({ userId, name }) => (
        <span lang="vi">
          <PersonLink id={userId}>{name}</PersonLink>
        </span>
      ),
    },
    { name: t`Từ lớp`, cell: ({ from }) => renderClassName(from) },
    {
      name: t`Đến lớp`,
      cell: ({ to, departureReason }) => renderClassName(to, departureReason),
    },
    { name: t`Lúc`, isNowrap: true, cell: ({ at }) => renderTime(at) },
    { name: t`Người đổi`, cell: ({ by }) => by },
  ];
}

/** Without a class, a student has left the school for a reason, or is waiting for a class. */
export function renderClassName(
  name: string | null,
  departureReason: Departure['reason'] | null = null,
) {
  if (name !== null) return name;
  if (departureReason) {
    return [t`Đã rời trường`, getDepartureReason(departureReason)].join(' · ');
  }
  const { pendingAssignment } = messages.accounts;
  return (
    <span className={classes.pending} lang={getTextLanguage(pendingAssignment)}>
      {pendingAssignment}
    </span>
  );
}

export function renderTime(instant: string) {
  return (
    <time dateTime={instant} title={formatRelativeTime(instant)}>
      {formatDateTime(instant)}
    </time>
  );
}
