import { t } from '@lingui/core/macro';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': t`Hiện hoặc ẩn mật khẩu`, tabIndex: 0 }}
    />
  );
}
