import { t } from '@lingui/core/macro';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useChangePassword } from './auth.api.ts';
import { askToLogOut } from './log-out.ts';

/** Replaces every page until the user has set their own password. */
export function ForcedPasswordChange() {
  const user = useUser();
  const change = useChangePassword();
  const form = useForm({
    initialValues: { next: '', confirmation: '' },
    validate: {
      next: (next) => (next === '' ? messages.password.newNeeded : null),
      confirmation: (confirmation, { next }) =>
        confirmation === next ? null : messages.password.mismatch,
    },
  });
  const error = change.error && describeError(change.error, messages.password.changeFailed);

  return (
    <Modal
      opened
      onClose={() => {}}
      title={t`Đặt mật khẩu mới`}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <title>{`${t`Đặt mật khẩu mới`} · Lớp Xanh`}</title>
      <form noValidate onSubmit={form.onSubmit(({ next }) => change.mutate({ next }))}>
        <Stack>
          <Text>{t`Mật khẩu hiện tại chỉ dùng tạm. Hãy đặt mật khẩu của riêng bạn để tiếp tục.`}</Text>
          <FormError message={error} />
          <PasswordField
            label={t`Mật khẩu mới`}
            description={
              <span lang={getTextLanguage(messages.password.hint)}>{messages.password.hint}</span>
            }
            autoComplete="new-password"
            data-autofocus
            {...form.getInputProps('next')}
          />
          <PasswordField
            label={t`Nhập lại mật khẩu mới`}
            autoComplete="new-password"
            {...form.getInputProps('confirmation')}
          />
          <Button type="submit" loading={change.isPending}>
            {t`Lưu mật khẩu`}
          </Button>
          <Button
            variant="default"
            lang={getTextLanguage(messages.navigation.logout)}
            onClick={() => void askToLogOut(user)}
          >
            {messages.navigation.logout}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
