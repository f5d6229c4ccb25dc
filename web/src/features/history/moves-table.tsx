import { messages } from '@lop-xanh/contract/messages';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { type UseInfiniteQueryResult } from '@tanstack/react-query';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { TableSkeleton } from '../../ui/table-panel.tsx';
import type { Move } from './history.api.ts';
import classes from './history.module.css';

interface Props {
  label: string;
  /** The heading of the people's names. */
  who: string;
  list: UseInfiniteQueryResult<Move[]>;
  /** What there is to say where nothing is. */
  none: string;
  onChoose: (personId: number) => void;
}

/** Changes of class, newest first. */
export function MovesTable({ label, who, list, none, onChoose }: Props) {
  const { data: moves, error, isPending, refetch } = list;
  if (isPending) return <TableSkeleton />;
  if (!moves) {
    const message = errorMessageOr('Không tải được lịch sử', error);
    return <ErrorState message={message} retry={() => void refetch()} />;
  }
  if (moves.length === 0) return <EmptyState picture={<SproutPicture />} title={none} />;
  return (
    <>
      <DataTable
        label={label}
        rows={moves}
        keyOf={({ id }) => id}
        paging="none"
        columns={columnsFor(who, onChoose)}
      />
      <MoreButton list={list} />
    </>
  );
}

function columnsFor(who: string, onChoose: Props['onChoose']): Column<Move>[] {
  return [
    {
      name: who,
      cell: ({ personId, name }) => (
        <button type="button" className={classes.person} onClick={() => onChoose(personId)}>
          {name}
        </button>
      ),
    },
    { name: 'Từ lớp', cell: ({ from }) => classWords(from) },
    { name: 'Đến lớp', cell: ({ to }) => classWords(to) },
    { name: 'Lúc', isWhole: true, cell: ({ at }) => formatDateTime(at) },
    { name: 'Người đổi', cell: ({ by }) => by },
  ];
}

export function classWords(name: string | null) {
  return name ?? <span className={classes.pending}>{messages.accounts.pendingAssignment}</span>;
}
