import type { Account } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { School } from '@lop-xanh/contract/schools';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { useChoices } from '../../lib/choices.ts';
import { ClassFilters } from '../../ui/class-filters.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import type { Edited } from './account-editor.tsx';
import { accountsQuery, type WantedAccounts } from './accounts.api.ts';
import { AccountEditor } from './editor.ts';
import { ParentsDialog } from './parents-dialog.tsx';
import { People } from './people.tsx';

interface Props {
  school: School;
  kind: 'Teacher' | 'Student' | 'Mod';
  /** The words of the tab: what stands in it, and the button that adds one. */
  words: { all: string; none: string; create: string };
  /** Further buttons beside that one. */
  children?: ReactNode;
}

/** A school's people of one role, a page at a time. */
export function PeopleTable({ school, kind: role, words, children }: Props) {
  const { wanted, search, setSearch, choose, isFiltered } = useWanted(school, role);
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(accountsQuery(wanted));
  const [edited, setEdited] = useState<Edited>();
  const [child, setChild] = useState<Account>();
  const failure = error && errorMessageOr('Không tải được danh sách', error);
  useFailureToast(data && failure);

  const fresh = { role, schoolId: school.id, classId: classOf(wanted) };
  const readList = async () => (await client.fetchQuery(accountsQuery(wanted))).rows;
  return (
    <>
      <TableTools>
        <SearchField
          label={role === 'Student' ? 'Tìm theo tên, mã số' : 'Tìm theo tên, username'}
          value={search}
          onChange={setSearch}
        />
        {role !== 'Mod' && <ClassFilters schoolId={school.id} hasPending />}
        {children}
        {(!data || data.can.create.includes(role)) && (
          <Button
            disabled={!data}
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setEdited({ fresh })}
          >
            {words.create}
          </Button>
        )}
      </TableTools>
      {isPending && <TableSkeleton />}
      {failure && !data && <ErrorState message={failure} retry={() => void refetch()} />}
      {data && data.rows.length === 0 && (
        <EmptyState
          picture={<SproutPicture />}
          title={isFiltered ? 'Không tìm thấy ai' : words.none}
        />
      )}
      {data && data.rows.length > 0 && (
        <People
          label={words.all}
          kind={role}
          schoolName={school.school_name}
          rows={data.rows}
          paging={{ page: wanted.page, total: data.total, onPage: (page) => choose({ page }) }}
          onEdit={(account) => setEdited({ account, readList })}
          onParents={setChild}
        />
      )}
      {child && (
        <ParentsDialog
          child={child}
          schoolName={school.school_name}
          onClose={() => setChild(undefined)}
          onEdit={(account, readParents) => setEdited({ account, readList: readParents })}
          onAdd={() =>
            setEdited({ fresh: { role: 'Parent', schoolId: school.id, children: [child] } })
          }
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
    </>
  );
}

const searchDelayMs = 250;

/** What the address asks the table for, and a search once its writer pauses. */
function useWanted(school: School, role: Role) {
  const { params, choose } = useChoices();
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), searchDelayMs);
  const number = (name: string) => Number(params.get(name)) || undefined;
  const wanted: WantedAccounts = {
    role,
    school_id: school.id,
    grade_id: role === 'Mod' ? undefined : number('grade'),
    class_id:
      role === 'Mod' ? undefined : params.get('class') === 'none' ? 'none' : number('class'),
    q: words || undefined,
    page: number('page') ?? 1,
  };
  return {
    wanted,
    search,
    setSearch: (typed: string) => {
      setSearch(typed);
      if (params.has('page')) choose({ page: null });
    },
    choose,
    isFiltered: Boolean(wanted.q || wanted.grade_id || wanted.class_id),
  };
}

function classOf({ role, class_id }: WantedAccounts): number | undefined {
  return role === 'Student' && typeof class_id === 'number' ? class_id : undefined;
}
