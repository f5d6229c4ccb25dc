import { t } from '@lingui/core/macro';
import type { AccountSort } from '@lop-xanh/contract/account-filters';
import type { Account } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { School } from '@lop-xanh/contract/schools';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useUrlParams } from '../../lib/url-params.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { ClassFilters } from '../classes/public.ts';
import type { EditorTarget } from './account-editor.tsx';
import { hasClass } from './account-values.ts';
import { type AccountFilters, accountsQuery } from './accounts.api.ts';
import { AccountsTable } from './accounts-table.tsx';
import { useChosenColumns } from './chosen-columns.ts';
import { ColumnMenu } from './column-menu.tsx';
import { AccountEditor } from './editor.ts';
import { FilterChips } from './filter-chips.tsx';
import { SelectionBar } from './lazy-selection-bar.ts';
import { ParentsDialog } from './parents-dialog.tsx';
import { hasClassFilter, useAccountFilters } from './use-account-filters.ts';
import { useAccountSelection } from './use-account-selection.ts';

interface Props {
  school: School;
  accountRole: 'Teacher' | 'Student' | 'Mod' | 'Parent';
  labels: { table: string; empty: string; create: string };
  /** More buttons, before the create button. */
  children?: ReactNode;
}

/** A school's accounts of one role, with search, filters and paging. */
export function SchoolAccounts({ school, accountRole: role, labels, children }: Props) {
  const { list, filters, gaps, search, setSearch, choose, sortBy, isFiltered } = useAccountFilters(
    school,
    role,
  );
  const client = useQueryClient();
  const query = useQuery(accountsQuery(filters));
  const { data } = query;
  const [target, setTarget] = useState<EditorTarget>();
  const [child, setChild] = useState<Account>();
  const selection = useAccountSelection(list);
  const [isSelecting, setIsSelecting] = useState(false);
  const columns = useChosenColumns(role);
  const isMobile = useIsMobile();
  const { isNewOpen, closeNew } = useNewParam(role);

  const newAccount = { role, schoolId: school.id, classId: getSelectedClassId(filters) };
  const openTarget = target ?? (isNewOpen && data ? { newAccount } : undefined);
  const reloadList = async () => (await client.fetchQuery(accountsQuery(filters))).rows;
  return (
    <>
      <TableTools>
        <SearchField label={getSearchLabel(role)} value={search} onChange={setSearch} />
        {hasClassFilter(role) && <ClassFilters schoolId={school.id} hasPending={hasClass(role)} />}
        {children}
        {isMobile ? (
          <Button variant="default" onClick={() => setIsSelecting(!isSelecting)}>
            {t`Chọn`}
          </Button>
        ) : (
          <ColumnMenu accountRole={role} chosen={columns.chosen} onToggle={columns.toggle} />
        )}
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
      <FilterChips list={list} gaps={gaps} choose={choose} />
      <Suspense>
        {data && (isSelecting || selection.ids.size > 0) && (
          <SelectionBar
            school={school}
            list={list}
            total={data.total}
            chosen={selection.ids}
            onChoose={selection.choose}
            onClose={() => {
              selection.choose([]);
              setIsSelecting(false);
            }}
          />
        )}
      </Suspense>
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
            columns={columns.chosen}
            schoolName={school.school_name}
            rows={rows}
            list={list}
            sorting={{ by: filters.sort ?? 'name', onSort: (sort) => sortBy(sort as AccountSort) }}
            selection={isMobile && !isSelecting ? undefined : selection.rows}
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
        {openTarget && (
          <AccountEditor
            target={openTarget}
            creatableRoles={data?.can.create ?? []}
            onClose={() => {
              setTarget(undefined);
              closeNew();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** A link can open the form for a new account, such as `?new=student`. */
function useNewParam(role: Role) {
  const { params, choose } = useUrlParams();
  const isNewOpen = params.get('new') === role.toLowerCase();
  return { isNewOpen, closeNew: () => isNewOpen && choose({ new: null }) };
}

function getSearchLabel(role: Role): string {
  if (role === 'Student') return t`Tìm theo tên, mã số`;
  return role === 'Parent' ? t`Tìm theo tên, số điện thoại` : t`Tìm theo tên, tên đăng nhập`;
}

function getSelectedClassId({ role, class_id }: AccountFilters): number | undefined {
  return role === 'Student' && typeof class_id === 'number' ? class_id : undefined;
}
