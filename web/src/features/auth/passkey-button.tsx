import { t } from '@lingui/core/macro';
import { IconFingerprint } from '@tabler/icons-react';
import { FormError } from '../../ui/form-error.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { describePasskeyError } from '../factors/public.ts';
import classes from './login-form.module.css';
import { usePasskeyLogin } from './use-passkey-login.ts';

/** Logs in with a passkey of this device, or of a phone nearby. */
export function PasskeyButton() {
  const { submit, isPending, error } = usePasskeyLogin();
  return (
    <div className={classes.fields}>
      <FormError message={describePasskeyError(error)} />
      <PlainButton
        variant="default"
        isLoading={isPending}
        icon={<IconFingerprint size={20} aria-hidden />}
        onClick={() => submit(undefined)}
      >
        {t`Đăng nhập bằng khóa truy cập`}
      </PlainButton>
    </div>
  );
}
