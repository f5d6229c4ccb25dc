import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { AccountGap } from '@lop-xanh/contract/account-filters';
import { useQuery } from '@tanstack/react-query';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { getStatusFilterLabel } from './account-status.ts';
import { type AccountListFilters, accountCountsQuery } from './accounts.api.ts';
import classes from './filter-chips.module.css';
import { listGaps, listStatuses } from './use-account-filters.ts';

const gapLabels: Record<AccountGap, MessageDescriptor> = {
  parent: msg`Chưa liên kết phụ huynh`,
  login: msg`Chưa từng đăng nhập`,
  consent: msg`Chưa đồng ý ảnh`,
};

interface Props {
  list: AccountListFilters;
  gaps: readonly AccountGap[];
  choose: (choices: Record<string, string | null>) => void;
}

/** One status or all of them, and what somebody may lack. */
export function FilterChips({ list, gaps, choose }: Props) {
  const { data: counts } = useQuery(accountCountsQuery(list));
  const chooseGaps = (next: readonly AccountGap[]) =>
    choose({ lacks: next.length > 0 ? next.join(',') : null, page: null });
  return (
    <div className={classes.row}>
      <fieldset className={classes.chips} aria-label={t`Trạng thái`}>
        {listStatuses(list.role).map((status) => (
          <FilterChip
            key={status}
            label={getStatusFilterLabel(status)}
            count={counts?.[status]}
            isChosen={list.status === status}
            onChoose={() => choose({ status: list.status === status ? null : status, page: null })}
          />
        ))}
      </fieldset>
      <fieldset className={classes.chips} aria-label={t`Còn thiếu`}>
        {listGaps(list.role).map((gap) => (
          <FilterChip
            key={gap}
            label={i18n._(gapLabels[gap])}
            count={counts?.[gap]}
            isChosen={gaps.includes(gap)}
            onChoose={() =>
              chooseGaps(
                gaps.includes(gap) ? gaps.filter((other) => other !== gap) : [...gaps, gap],
              )
            }
          />
        ))}
      </fieldset>
    </div>
  );
}
