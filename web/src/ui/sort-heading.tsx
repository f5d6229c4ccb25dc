import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ThHTMLAttributes } from 'react';
import classes from './sort-heading.module.css';

export interface Sorting {
  /** The `sortName` of a column, after a minus if it is reversed. */
  by: string;
  onSort: (by: string) => void;
}

interface Props extends ThHTMLAttributes<HTMLTableCellElement> {
  name: string;
  sortName: string;
  sorting: Sorting;
}

/** A heading that sorts by its column, and in the other direction if it already does. */
export function SortHeading({ name, sortName, sorting: { by, onSort }, ...props }: Props) {
  const isReversed = by === `-${sortName}`;
  const isSorted = isReversed || by === sortName;
  const Icon = isReversed ? IconArrowDown : isSorted ? IconArrowUp : IconArrowsSort;
  return (
    <th {...props} {...(isSorted && { 'aria-sort': isReversed ? 'descending' : 'ascending' })}>
      <button
        type="button"
        className={classes.button}
        onClick={() => onSort(by === sortName ? `-${sortName}` : sortName)}
      >
        {name}
        <Icon size={16} aria-hidden />
      </button>
    </th>
  );
}
