import { t } from '@lingui/core/macro';
import { type Account, accountStatuses } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { School } from '@lop-xanh/contract/schools';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useUrlParams } from '../../lib/url-params.ts';
import { pageSizes } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import { ClassFilters } from '../classes/public.ts';
import type { EditorTarget } from './account-editor.tsx';
import { listStatusFilters } from './account-status.ts';
import { hasClass } from './account-values.ts';
import { type AccountFilters, accountsQuery } from './accounts.api.ts';
import { AccountsTable } from './accounts-table.tsx';
import { AccountEditor } from './editor.ts';
import { ParentsDialog } from './parents-dialog.tsx';

interface Props {
  school: School;
  accountRole: 'Teacher' | 'Student' | 'Mod' | 'Parent';
  labels: { table: string; empty: string; create: string };
  /** More buttons, before the create button. */
  children?: ReactNode;
}

/** A school's accounts of one role, with search, filters and paging. */
export function SchoolAccounts({ school, accountRole: role, labels, children }: Props) {
  const { filters, search, setSearch, choose, isFiltered } = useFilters(school, role);
  const client = useQueryClient();
  const query = useQuery(accountsQuery(filters));
  const { data } = query;
  const [target, setTarget] = useState<EditorTarget>();
  const [child, setChild] = useState<Account>();

  const newAccount = { role, schoolId: school.id, classId: getSelectedClassId(filters) };
  const reloadList = async () => (await client.fetchQuery(accountsQuery(filters))).rows;
  return (
    <>
      <TableTools>
        <SearchField label={getSearchLabel(role)} value={search} onChange={setSearch} />
        {hasClassFilter(role) && <ClassFilters schoolId={school.id} hasPending={hasClass(role)} />}
        {hasStatusFilter(role) && <StatusFilter accountRole={role} />}
        {children}
        {(!data || data.can.create.includes(role)) && (
          <Button
            disabled={!data}
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setTarget({ newAccount })}
          >
            {labels.create}
          </Button>
        )}
      </TableTools>
      <Loaded
        query={query}
        skeleton={<TableSkeleton />}
        failedMessage={t`Không tải được danh sách`}
        isEmpty={({ rows }) => rows.length === 0}
        empty={
          <EmptyState
            picture={<SproutPicture />}
            title={isFiltered ? t`Không tìm thấy ai` : labels.empty}
          />
        }
        hasRefetchToast
      >
        {({ rows, total }) => (
          <AccountsTable
            label={labels.table}
            accountRole={role}
            schoolName={school.school_name}
            rows={rows}
            paging={{
              page: filters.page,
              total,
              onPage: (page) => choose({ page }),
              size: { rows: filters.rows, onRows: (count) => choose({ rows: count, page: null }) },
            }}
            onEdit={(account) => setTarget({ account, reloadList })}
            onShowParents={setChild}
          />
        )}
      </Loaded>
      {child && (
        <ParentsDialog
          child={child}
          schoolName={school.school_name}
          onClose={() => setChild(undefined)}
          onEdit={(account, reloadParents) => setTarget({ account, reloadList: reloadParents })}
          onAdd={() =>
            setTarget({ newAccount: { role: 'Parent', schoolId: school.id, children: [child] } })
          }
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
    </>
  );
}

function getSearchLabel(role: Role): string {
  if (role === 'Student') return t`Tìm theo tên, mã số`;
  return role === 'Parent' ? t`Tìm theo tên, số điện thoại` : t`Tìm theo tên, tên đăng nhập`;
}

/** Parents by the classes of their children. */
const hasClassFilter = (role: Role) => hasClass(role) || role === 'Parent';

const hasStatusFilter = (role: Role) => role === 'Student' || role === 'Parent';

/** Only students leave. */
const listStatuses = (role: Role) =>
  role === 'Student' ? ([...accountStatuses, 'left'] as const) : accountStatuses;

function StatusFilter({ accountRole }: { accountRole: Role }) {
  const { params, choose } = useUrlParams();
  return (
    <NativeSelect
      aria-label={t`Trạng thái`}
      value={params.get('status') ?? ''}
      data={listStatusFilters(listStatuses(accountRole))}
      onChange={({ currentTarget }) => choose({ status: currentTarget.value || null, page: null })}
    />
  );
}

const searchDelayMs = 250;

/** The filters from the URL, and the search text once the user pauses typing. */
function useFilters(school: School, role: Role) {
  const { params, choose } = useUrlParams();
  const [search, setSearch] = useState('');
  const [searchText] = useDebouncedValue(search.trim(), searchDelayMs);
  const numberParam = (name: string) => Number(params.get(name)) || undefined;
  const [defaultSize] = pageSizes;
  const filters: AccountFilters & { rows: number } = {
    role,
    school_id: school.id,
    ...(hasClassFilter(role) && {
      grade_id: numberParam('grade'),
      class_id: params.get('class') === 'none' ? 'none' : numberParam('class'),
    }),
    ...(hasStatusFilter(role) && {
      status: listStatuses(role).find((name) => name === params.get('status')),
    }),
    q: searchText || undefined,
    page: numberParam('page') ?? 1,
    rows: pageSizes.find((size) => size === numberParam('rows')) ?? defaultSize,
  };
  return {
    filters,
    search,
    setSearch: (typed: string) => {
      setSearch(typed);
      if (params.has('page')) choose({ page: null });
    },
    choose,
    isFiltered: Boolean(filters.q || filters.grade_id || filters.class_id || filters.status),
  };
}

function getSelectedClassId({ role, class_id }: AccountFilters): number | undefined {
  return role === 'Student' && typeof class_id === 'number' ? class_id : undefined;
}
