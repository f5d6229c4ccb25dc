import type { Icon } from '@tabler/icons-react';
import classes from './filter-chip.module.css';

interface Props {
  icon?: Icon | undefined;
  label: string;
  /** Undefined while it is loading. */
  count: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

/** Chooses what a list shows, and says how much that is. */
export function FilterChip({ icon: ChipIcon, label, count, isChosen, onChoose }: Props) {
  return (
    <button type="button" className={classes.chip} aria-pressed={isChosen} onClick={onChoose}>
      {ChipIcon && <ChipIcon size={20} aria-hidden />}
      {label}
      <span className={classes.count}>{count ?? '–'}</span>
    </button>
  );
}
