import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/state.tsx';
import { TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import type { EditorTarget } from './account-editor.tsx';
import { accountsQuery } from './accounts.api.ts';
import { AccountsTable } from './accounts-table.tsx';
import { AccountEditor } from './editor.ts';
import classes from './school-panel.module.css';

/** Admins belong to no school; they are listed below the moderators of every school. */
export function Admins() {
  const [page, setPage] = useState(1);
  const [target, setTarget] = useState<EditorTarget>();
  const client = useQueryClient();
  const query = accountsQuery({ role: 'Admin', page });
  const { data, error, isPending, refetch } = useQuery(query);
  const reloadList = async () => (await client.fetchQuery(query)).rows;
  return (
    <section className={classes.admins} aria-label="Admins">
      <TableTools>
        <h3 className={classes.heading}>Admins của mọi trường</h3>
        <Button
          variant="light"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setTarget({ newAccount: { role: 'Admin', schoolId: null } })}
        >
          Create admin
        </Button>
      </TableTools>
      {isPending && <TableSkeleton />}
      {error && !data && (
        <ErrorState
          message={errorMessageOr('Không tải được danh sách', error)}
          retry={() => void refetch()}
        />
      )}
      {data && (
        <AccountsTable
          label="Admins"
          accountRole="Admin"
          schoolName=""
          rows={data.rows}
          paging={{ page, total: data.total, onPage: setPage }}
          onEdit={(account) => setTarget({ account, reloadList })}
        />
      )}
      <Suspense>
        {target && (
          <AccountEditor
            target={target}
            creatableRoles={data?.can.create ?? []}
            onClose={() => setTarget(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}
