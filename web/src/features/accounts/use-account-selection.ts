import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { useState } from 'react';
import type { AccountListFilters } from './accounts.api.ts';

/** The chosen accounts of a list, on all its pages. Other filters end the choice, so that nobody chosen is out of sight. */
export function useAccountSelection(list: AccountListFilters) {
  const key = JSON.stringify({ ...list, sort: undefined });
  const [state, setState] = useState<{ key: string; ids: ReadonlySet<number> }>({
    key,
    ids: new Set(),
  });
  const ids: ReadonlySet<number> = state.key === key ? state.ids : new Set();
  return {
    ids,
    choose: (next: Iterable<number>) => setState({ key, ids: new Set(next) }),
    rows: {
      isChosen: ({ id }: Account) => ids.has(id),
      onChoose: (rows: readonly Account[], isChosen: boolean) => {
        const next = new Set(ids);
        for (const { id } of rows) {
          if (isChosen) next.add(id);
          else next.delete(id);
        }
        setState({ key, ids: next });
      },
      getLabel: ({ full_name }: Account) => t`Chọn ${full_name}`,
    },
  };
}
