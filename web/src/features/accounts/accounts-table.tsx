import type { Account, IssuedPassword } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { personPath } from '../../lib/paths.ts';
import { DataTable, type Paging } from '../../ui/data-table.tsx';
import { AccountActions } from './account-actions.tsx';
import { listAccountColumns } from './account-columns.tsx';
import { IssuedPasswordsDialog } from './issued-passwords.tsx';

interface Props {
  label: string;
  accountRole: Role;
  schoolName: string;
  rows: Account[];
  paging: Paging;
  onEdit: (account: Account) => void;
  /** Only for students. */
  onShowParents?: (child: Account) => void;
  /** Before the other buttons of a row. */
  renderAction?: (account: Account) => ReactNode;
}

/** Accounts of one role, with the buttons for each. */
export function AccountsTable(props: Props) {
  const { label, accountRole, schoolName, rows, paging, onEdit, onShowParents, renderAction } =
    props;
  const navigate = useNavigate();
  const [issued, setIssued] = useState<IssuedPassword[]>();
  return (
    <>
      <DataTable
        label={label}
        columns={listAccountColumns(accountRole)}
        rows={rows}
        getRowKey={({ id }) => id}
        isMuted={({ status }) => status === 'inactive'}
        onOpenRow={({ id }) => void navigate(personPath(id))}
        paging={paging}
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
