import { useId } from 'react';
import classes from './radio-list.module.css';

interface Option<Value extends string> {
  value: Value;
  label: string;
  description?: string;
}

interface Props<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  value: Value | null;
  error?: string | null | undefined;
  onChange: (value: Value) => void;
}

/** One choice of a few, each with room for an explanation. */
export function RadioList<Value extends string>({
  label,
  options,
  value,
  error,
  onChange,
}: Props<Value>) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <fieldset className={classes.list} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.label}>{label}</legend>
      {options.map((option, index) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            data-autofocus={index === 0 || undefined}
            onChange={() => onChange(option.value)}
          />
          <span className={classes.text}>
            {option.label}
            {option.description && (
              <span className={classes.description}>{option.description}</span>
            )}
          </span>
        </label>
      ))}
      {error && (
        <p id={errorId} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
