import { t } from '@lingui/core/macro';
import type { SelectionOutcome } from '@lop-xanh/contract/selected-accounts';
import { translateIssue } from '../../lib/api-errors.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Modal } from '../../ui/modal.tsx';

type Skipped = SelectionOutcome['skipped'][number];

const listColumns = (): Column<Skipped>[] => [
  {
    name: t`Họ và tên`,
    cell: ({ full_name }) => <span lang="vi">{full_name ?? '—'}</span>,
  },
  { name: t`Lý do`, cell: (skipped) => translateIssue(skipped).message },
];

interface Props {
  outcome: SelectionOutcome;
  onClose: () => void;
}

/** For whom nothing was done, and why. */
export function OutcomeDialog({ outcome: { done, skipped }, onClose }: Props) {
  const count = skipped.length;
  return (
    <Modal opened onClose={onClose} title={t`Chưa làm được cho ${count} người`} size="40rem">
      <p>{t`Đã làm xong cho ${done} người.`}</p>
      <DataTable
        label={t`Chưa làm được`}
        columns={listColumns()}
        rows={skipped}
        getRowKey={({ id }) => id}
      />
    </Modal>
  );
}
