import { accountStatuses } from '@lop-xanh/contract/account-fields';
import {
  type AccountGap,
  type AccountSort,
  accountGaps,
  accountSorts,
} from '@lop-xanh/contract/account-filters';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { School } from '@lop-xanh/contract/schools';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useUrlParams } from '../../lib/url-params.ts';
import { pageSizes } from '../../ui/data-table.tsx';
import { hasClass } from './account-values.ts';
import type { AccountFilters, AccountListFilters } from './accounts.api.ts';

/** Parents by the classes of their children. */
export const hasClassFilter = (role: Role) => hasClass(role) || role === 'Parent';

/** Only students leave. */
export const listStatuses = (role: Role) =>
  role === 'Student' ? ([...accountStatuses, 'left'] as const) : accountStatuses;

/** Only students need parents and consent. */
export const listGaps = (role: Role): readonly AccountGap[] =>
  role === 'Student' ? accountGaps : ['login'];

const searchDelayMs = 250;

/** What the list of a school's accounts shows, all of it in the URL. */
export function useAccountFilters(school: School, role: Role) {
  const { params, choose } = useUrlParams();
  const numberParam = (name: string) => Number(params.get(name)) || undefined;
  const { search, setSearch } = useSearch();
  const chosenGaps = params.get('lacks')?.split(',') ?? [];
  const gaps = listGaps(role).filter((gap) => chosenGaps.includes(gap));
  const [defaultSize] = pageSizes;
  const list: AccountListFilters = {
    role,
    school_id: school.id,
    ...(hasClassFilter(role) && {
      grade_id: numberParam('grade'),
      class_id: params.get('class') === 'none' ? 'none' : numberParam('class'),
    }),
    status: listStatuses(role).find((name) => name === params.get('status')),
    lacks: gaps.length > 0 ? gaps.join(',') : undefined,
    q: params.get('q') ?? undefined,
    sort: accountSorts.find((sort) => sort === params.get('sort')),
  };
  const filters: AccountFilters & { rows: number } = {
    ...list,
    page: numberParam('page') ?? 1,
    rows: pageSizes.find((size) => size === numberParam('rows')) ?? defaultSize,
  };
  const { q, grade_id, class_id, status, lacks } = list;
  return {
    list,
    filters,
    gaps,
    search,
    setSearch,
    choose,
    sortBy: (sort: AccountSort) => choose({ sort: sort === 'name' ? null : sort, page: null }),
    isFiltered: Boolean(q || grade_id || class_id || status || lacks),
  };
}

/** The text in the field, which goes into the URL once the user pauses typing. */
function useSearch() {
  const { params, choose } = useUrlParams();
  const q = params.get('q') ?? '';
  // A link or another tab of the page may replace the search.
  const [typed, setTyped] = useState({ text: q, q });
  const searchLater = useDebouncedCallback((text: string) => {
    const next = text.trim();
    setTyped({ text, q: next });
    choose({ q: next || null, page: null });
  }, searchDelayMs);
  return {
    search: typed.q === q ? typed.text : q,
    setSearch: (text: string) => {
      setTyped({ text, q });
      searchLater(text);
    },
  };
}
