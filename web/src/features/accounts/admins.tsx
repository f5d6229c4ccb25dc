import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/state.tsx';
import { TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import type { Edited } from './account-editor.tsx';
import { accountsQuery } from './accounts.api.ts';
import { AccountEditor } from './editor.ts';
import { People } from './people.tsx';
import classes from './school-panel.module.css';

/** Admins belong to no school; they stand below the moderators of whichever is open. */
export function Admins() {
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<Edited>();
  const client = useQueryClient();
  const query = accountsQuery({ role: 'Admin', page });
  const { data, error, isPending, refetch } = useQuery(query);
  const readList = async () => (await client.fetchQuery(query)).rows;
  return (
    <section className={classes.admins} aria-label="Admins">
      <TableTools>
        <h3 className={classes.heading}>Admins của mọi trường</h3>
        <Button
          variant="light"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setEdited({ fresh: { role: 'Admin', schoolId: null } })}
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
        <People
          label="Admins"
          kind="Admin"
          schoolName=""
          rows={data.rows}
          paging={{ page, total: data.total, onPage: setPage }}
          onEdit={(account) => setEdited({ account, readList })}
        />
      )}
      <Suspense>
        {edited && (
          <AccountEditor
            edited={edited}
            creatable={data?.can.create ?? []}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}
