import { t } from '@lingui/core/macro';
import { Stack, Text, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { rememberPasskey } from '../../lib/known-passkey.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { startPasskey, useAddPasskey } from './factors.api.ts';
import { describePasskeyError } from './passkey-errors.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Adds a passkey: the browser asks for the fingerprint, face or PIN of the device. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = (newCodes: readonly string[]) =>
    newCodes.length > 0 ? setCodes(newCodes) : onClose();
  return (
    <FormModal
      title={codes ? t`Mã dự phòng` : t`Thêm khóa truy cập`}
      size="30rem"
      onClose={onClose}
    >
      {(controls) =>
        codes ? (
          <RecoveryCodes codes={codes} onDone={onClose} />
        ) : (
          <PasskeyForm {...controls} onAdded={finish} />
        )
      }
    </FormModal>
  );
}

interface FormProps extends FormControls {
  onAdded: (recoveryCodes: readonly string[]) => void;
}

function PasskeyForm({ onUnsaved, close, onAdded }: FormProps) {
  const { mutateAsync: add } = useAddPasskey();
  const [passkeyError, setPasskeyError] = useState<string | null>(null);
  const register = async (optionsJSON: RegistrationOptions) => {
    try {
      return await startRegistration({ optionsJSON });
    } catch (error) {
      setPasskeyError(describePasskeyError(error as Error));
      return undefined;
    }
  };
  const { form, submit, isSaving, errorMessage } = useServerForm({
    initialValues: { name: '', password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t`Hãy đặt tên cho khóa` : null),
      password: (password) => (password === '' ? t`Hãy nhập mật khẩu` : null),
    },
    save: async ({ name, password }) => {
      setPasskeyError(null);
      const options = await startPasskey({ password });
      const response = await register(options as unknown as RegistrationOptions);
      if (!response) return;
      const { recoveryCodes } = await add({ name: name.trim(), response: { ...response } });
      rememberPasskey();
      onAdded(recoveryCodes);
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => undefined,
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>
          {t`Khóa truy cập dùng vân tay, khuôn mặt hoặc mã PIN của máy, và thay cho cả mật khẩu.`}
        </Text>
        <TextInput
          label={t`Tên của khóa`}
          placeholder={t`Ví dụ: Máy tính ở trường`}
          maxLength={60}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <PasswordField
          label={t`Mật khẩu hiện tại`}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <FormFooter
          error={passkeyError ?? errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Thêm khóa`}
        />
      </Stack>
    </form>
  );
}
