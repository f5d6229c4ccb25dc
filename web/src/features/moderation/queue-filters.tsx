import { t } from '@lingui/core/macro';
import { type ModerationCounts, moderationKinds } from '@lop-xanh/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { translateGrade } from '../../language/grade-name.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { gradesQuery } from '../classes/public.ts';
import { getFilterLabel, kindIcons } from './item-labels.ts';
import type { QueueFilter } from './moderation.api.ts';
import classes from './queue-filters.module.css';

interface Props {
  filter: QueueFilter;
  counts: ModerationCounts | undefined;
  onChange: (filter: Partial<QueueFilter>) => void;
}

/** Chips for the kinds, with their counts, and a select for the grade. */
export function QueueFilters({ filter, counts, onChange }: Props) {
  const { data: grades = [] } = useQuery(gradesQuery);
  return (
    <>
      <div className={classes.chips} role="group" aria-label={t`Lọc theo loại`}>
        <FilterChip
          label={t`Tất cả`}
          count={counts && counts.post + counts.held + counts.reported}
          isChosen={filter.kind === null}
          onChoose={() => onChange({ kind: null })}
        />
        {moderationKinds.map((kind) => (
          <FilterChip
            key={kind}
            icon={kindIcons[kind]}
            label={getFilterLabel(kind)}
            count={counts?.[kind]}
            isChosen={filter.kind === kind}
            onChoose={() => onChange({ kind })}
          />
        ))}
      </div>
      <NativeSelect
        className={classes.grade ?? ''}
        aria-label={t`Khối`}
        value={filter.gradeId === null ? '' : String(filter.gradeId)}
        data={[
          { value: '', label: t`Mọi khối` },
          ...grades.map(({ id, name }) => ({ value: String(id), label: translateGrade(name) })),
        ]}
        onChange={(event) => onChange({ gradeId: Number(event.currentTarget.value) || null })}
      />
    </>
  );
}
