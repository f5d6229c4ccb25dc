import type { Account, IssuedPassword } from '@lop-xanh/contract/accounts';
import { type ReactNode, useState } from 'react';
import { personPath } from '../../lib/paths.ts';
import { navigate } from '../../lib/routing/navigate.ts';
import { DataTable, type Paging } from '../../ui/data-table.tsx';
import type { Selection } from '../../ui/selection-box.tsx';
import type { Sorting } from '../../ui/sort-heading.tsx';
import { AccountActions } from './account-actions.tsx';
import { type ColumnName, listAccountColumns } from './account-columns.tsx';
import type { AccountListFilters } from './accounts.api.ts';
import { IssuedPasswordsDialog } from './issued-passwords.tsx';

interface Props {
  label: string;
  schoolName: string;
  rows: Account[];
  columns: readonly ColumnName[];
  /** What the rows are a page of. */
  list?: AccountListFilters;
  sorting?: Sorting;
  selection?: Selection<Account> | undefined;
  paging: Paging;
  onEdit: (account: Account) => void;
  /** Only for students. */
  onShowParents?: (child: Account) => void;
  /** Before the other buttons of a row. */
  renderAction?: (account: Account) => ReactNode;
}

/** Accounts of one role, with the buttons for each. */
export function AccountsTable(props: Props) {
  const { schoolName, columns, list, onEdit, onShowParents, renderAction, ...table } = props;
  const [issued, setIssued] = useState<IssuedPassword[]>();
  return (
    <>
      <DataTable
        {...table}
        columns={listAccountColumns(columns, list)}
        getRowKey={({ id }) => id}
        isMuted={({ status }) => status === 'inactive'}
        onOpenRow={({ id }) => navigate(personPath(id), { state: list && { list } })}
        renderActions={(account) => (
          <>
            {renderAction?.(account)}
            <AccountActions
              account={account}
              onEdit={onEdit}
              onShowParents={onShowParents}
              onIssued={setIssued}
            />
          </>
        )}
      />
      {issued && (
        <IssuedPasswordsDialog
          accounts={issued}
          schoolName={schoolName}
          onClose={() => setIssued(undefined)}
        />
      )}
    </>
  );
}
