import type { Account, IssuedPassword } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { useState } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { HandedPasswords } from './issued-passwords.tsx';
import { PersonButtons } from './person-buttons.tsx';
import { columnsOf } from './person-columns.tsx';

interface Props {
  label: string;
  /** Whose accounts they are. */
  kind: Role;
  schoolName: string;
  rows: Account[];
  paging: { page: number; total: number; onPage: (page: number) => void };
  onEdit: (account: Account) => void;
  /** For students, who may have parents here. */
  onParents?: (child: Account) => void;
}

/** The rows of a table, with what can be done to each. */
export function People({ label, kind, schoolName, rows, paging, onEdit, onParents }: Props) {
  const [handed, setHanded] = useState<IssuedPassword[]>();
  return (
    <>
      <DataTable
        label={label}
        columns={columnsOf[kind]}
        rows={rows}
        keyOf={({ id }) => id}
        isMuted={({ status }) => status === 'inactive'}
        paging={paging}
        renderActions={(account) => (
          <PersonButtons
            account={account}
            onEdit={onEdit}
            onParents={onParents}
            onHanded={setHanded}
          />
        )}
      />
      {handed && (
        <HandedPasswords
          accounts={handed}
          schoolName={schoolName}
          onClose={() => setHanded(undefined)}
        />
      )}
    </>
  );
}
