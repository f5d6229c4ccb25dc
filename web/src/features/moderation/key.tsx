import classes from './key.module.css';

/** A key on the keyboard; hidden where there is none. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className={classes.key} aria-hidden>
      {name}
    </kbd>
  );
}
