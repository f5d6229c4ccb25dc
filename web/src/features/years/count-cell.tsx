import { formatCount } from '../../language/format-count.ts';
import classes from './placement-table.module.css';

interface Props {
  /** The heading of the column, which a phone shows in the cell. */
  name: string;
  /** Undefined for a dash. */
  count?: number | undefined;
}

/** A cell with a number of students. */
export function CountCell({ name, count }: Props) {
  return (
    <td
      className={classes.count}
      data-name={name}
      data-zero={!count || undefined}
      data-none={count === undefined || undefined}
    >
      {count === undefined ? '–' : formatCount(count)}
    </td>
  );
}
