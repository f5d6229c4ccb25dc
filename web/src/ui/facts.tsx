import classes from './facts.module.css';

export interface Fact {
  name: string;
  value: string | number | null;
}

/** A list of names and values; a missing value is shown as a dash. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
