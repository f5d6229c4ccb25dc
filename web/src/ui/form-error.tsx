import { IconAlertCircle } from '@tabler/icons-react';
import classes from './form-error.module.css';

/** Always rendered, so that screen readers announce a new message. */
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
