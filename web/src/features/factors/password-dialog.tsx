import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

interface Props {
  title: string;
  explanation: string;
  confirmLabel: string;
  /** Called with the password; its error is shown in the dialog. */
  run: (password: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the password before something that a session left open must not be enough for. */
export function PasswordDialog({ title, onClose, ...form }: Props) {
  return (
    <FormModal title={title} size="30rem" onClose={onClose}>
      {(controls) => <PasswordForm {...controls} {...form} />}
    </FormModal>
  );
}

type FormProps = FormControls & Omit<Props, 'title' | 'onClose'>;

export function PasswordForm({ explanation, confirmLabel, run, onUnsaved, close }: FormProps) {
  const { form, submit, isSaving, errorMessage } = useServerForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? t`Hãy nhập mật khẩu` : null) },
    save: ({ password }) => run(password),
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => undefined,
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>{explanation}</Text>
        <PasswordField
          label={t`Mật khẩu hiện tại`}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={confirmLabel}
        />
      </Stack>
    </form>
  );
}
