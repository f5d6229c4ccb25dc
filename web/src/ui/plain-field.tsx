import { t } from '@lingui/core/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import classes from './plain-field.module.css';

interface Props extends ComponentProps<'input'> {
  id: string;
  label: string;
  description?: string;
  error?: string | false;
  /** Inside the field, after its text. */
  children?: ReactNode;
}

/** Mantine's text field without Mantine, which the first page does not wait for. */
export function PlainField({ id, label, description, error, children, ...props }: Props) {
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {description && (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      <PlainInput
        {...props}
        id={id}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={describedBy.join(' ') || undefined}
      >
        {children}
      </PlainInput>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The box of a field; its `aria-label` names it where there is no label. */
export function PlainInput({ children, ...props }: ComponentProps<'input'>) {
  return (
    <div className={classes.box} data-invalid={props['aria-invalid']}>
      <input {...props} className={classes.input} />
      {children}
    </div>
  );
}

export function PlainPasswordField(props: Props) {
  const [isShown, setIsShown] = useState(false);
  return (
    <PlainField {...props} type={isShown ? 'text' : 'password'}>
      <button
        type="button"
        className={classes.toggle}
        aria-label={t`Hiện hoặc ẩn mật khẩu`}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <IconEyeOff size={22} aria-hidden /> : <IconEye size={22} aria-hidden />}
      </button>
    </PlainField>
  );
}
