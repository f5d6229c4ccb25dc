import classes from './selection-box.module.css';

/** Rows of a table that the user has chosen, also on its other pages. */
export interface Selection<Row> {
  isChosen: (row: Row) => boolean;
  onChoose: (rows: readonly Row[], isChosen: boolean) => void;
  /** The accessible name of a row's box. */
  getLabel: (row: Row) => string;
}

interface Props<Row> {
  selection: Selection<Row>;
  /** One row, or all of a page. */
  rows: readonly Row[];
  label: string;
}

export function SelectionBox<Row>({ selection, rows, label }: Props<Row>) {
  const chosen = rows.filter(selection.isChosen).length;
  const isAll = chosen === rows.length && chosen > 0;
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = chosen > 0 && !isAll;
        }}
        onChange={({ currentTarget }) => selection.onChoose(rows, currentTarget.checked)}
      />
    </label>
  );
}
