import { t } from '@lingui/core/macro';
import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { FormError } from '../../ui/form-error.tsx';
import { describePasskeyError } from '../factors/public.ts';
import { usePasskeyLogin } from './use-passkey-login.ts';

/** Logs in with a passkey of this device, or of a phone nearby. */
export function PasskeyButton() {
  const { mutate, isPending, error } = usePasskeyLogin();
  return (
    <Stack gap="sm">
      <FormError message={describePasskeyError(error)} />
      <Button
        variant="default"
        loading={isPending}
        leftSection={<IconFingerprint size={20} aria-hidden />}
        onClick={() => mutate()}
      >
        {t`Đăng nhập bằng khóa truy cập`}
      </Button>
    </Stack>
  );
}
