import classes from './facts.module.css';

export interface Fact {
  name: string;
  value: string | number | null;
}

/** A list of names and values; a missing value is shown as a dash. A dense one has two columns on a phone. */
export function Facts({ facts, isDense = false }: { facts: readonly Fact[]; isDense?: boolean }) {
  return (
    <dl className={classes.facts} data-dense={isDense || undefined}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
