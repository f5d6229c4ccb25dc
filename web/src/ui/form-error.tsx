import { IconAlertCircle } from '@tabler/icons-react';
import classes from './form-error.module.css';

/** Always in the page, so that screen readers hear a message arrive. */
export function FormError({ message }: { message: string | null }) {
  return (
    <div role="alert" className={classes.place}>
      {message && (
        <p className={classes.error}>
          <IconAlertCircle size={20} aria-hidden />
          {message}
        </p>
      )}
    </div>
  );
}
