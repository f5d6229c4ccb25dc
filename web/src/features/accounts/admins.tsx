import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Loaded } from '../../ui/loaded.tsx';
import { TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import { specifiedColumns } from './account-columns.tsx';
import type { EditorTarget } from './account-editor.tsx';
import { accountsQuery } from './accounts.api.ts';
import { AccountsTable } from './accounts-table.tsx';
import { AccountEditor } from './editor.ts';
import classes from './school-panel.module.css';

/** Admins belong to no school; they are listed below the Mods of every school. */
export function Admins() {
  const heading = t`Quản trị viên của mọi trường`;
  const [page, setPage] = useState(1);
  const [target, setTarget] = useState<EditorTarget>();
  const client = useQueryClient();
  const adminsQuery = accountsQuery({ role: 'Admin', page });
  const query = useQuery(adminsQuery);
  const reloadList = async () => (await client.fetchQuery(adminsQuery)).rows;
  return (
    <section className={classes.admins} aria-label={heading}>
      <TableTools>
        <h3 className={classes.heading}>{heading}</h3>
        <Button
          variant="light"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setTarget({ newAccount: { role: 'Admin', schoolId: null } })}
        >
          {t`Thêm quản trị viên`}
        </Button>
      </TableTools>
      <Loaded
        query={query}
        skeleton={<TableSkeleton />}
        failedMessage={t`Không tải được danh sách`}
      >
        {({ rows, total }) => (
          <AccountsTable
            label={heading}
            columns={specifiedColumns.Admin}
            schoolName=""
            rows={rows}
            paging={{ page, total, onPage: setPage }}
            onEdit={(account) => setTarget({ account, reloadList })}
          />
        )}
      </Loaded>
      <Suspense>
        {target && (
          <AccountEditor
            target={target}
            creatableRoles={query.data?.can.create ?? []}
            onClose={() => setTarget(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}
