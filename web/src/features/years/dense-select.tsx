import { IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './dense-select.module.css';

export interface SelectOption {
  value: string;
  label: string;
}
export type SelectOptions = readonly (SelectOption | { group: string; items: SelectOption[] })[];

interface Props {
  id?: string;
  /** The accessible name. */
  label: string;
  value: string;
  /** Pass the same list again while it does not change: it is long and shown many times. */
  options: SelectOptions;
  /** Marks a value that is still to be decided. */
  isOpen?: boolean;
  onChange: (value: string) => void;
}

/** A plain select for the rows of a table, of which there may be hundreds. */
export function DenseSelect({ id, label, value, options, isOpen = false, onChange }: Props) {
  return (
    <span className={classes.wrap}>
      <select
        id={id}
        className={classes.select}
        aria-label={label}
        data-open={isOpen || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <Options options={options} />
      </select>
      <IconChevronDown size={16} aria-hidden />
    </span>
  );
}

const Options = memo(function Options({ options }: { options: SelectOptions }) {
  return options.map((option) =>
    'group' in option ? (
      <optgroup key={option.group} label={option.group}>
        <Options options={option.items} />
      </optgroup>
    ) : (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ),
  );
});
