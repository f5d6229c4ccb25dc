import { IconAlertCircle } from '@tabler/icons-react';
import { getTextLanguage } from '../language/text-language.ts';
import classes from './form-error.module.css';

/** Always rendered, so that screen readers announce a new message. */
export function FormError({ message }: { message: string | null }) {
  return (
    <div role="alert" className={classes.place}>
      {message && (
        <p className={classes.error} lang={getTextLanguage(message)}>
          <IconAlertCircle size={20} aria-hidden />
          {message}
        </p>
      )}
    </div>
  );
}
