import { t } from '@lingui/core/macro';
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import classes from './add-app-dialog.module.css';
import { startApp, useConfirmApp } from './factors.api.ts';
import { PasswordForm } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface AppSecret {
  secret: string;
  uri: string;
}

/** Adds an authenticator app in three steps: the password, the code of the app, the recovery codes. */
export function AddAppDialog({ onClose }: { onClose: () => void }) {
  const [appSecret, setAppSecret] = useState<AppSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = (newCodes: readonly string[]) =>
    newCodes.length > 0 ? setCodes(newCodes) : onClose();
  return (
    <FormModal
      title={codes ? t`Mã dự phòng` : t`Thêm ứng dụng xác thực`}
      size="30rem"
      onClose={onClose}
    >
      {(controls) => {
        if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />;
        return appSecret ? (
          <CodeForm {...controls} appSecret={appSecret} onConfirmed={finish} />
        ) : (
          <PasswordForm
            {...controls}
            explanation={t`Ứng dụng xác thực trên điện thoại (như Google Authenticator) tạo mã 6 chữ số cho mỗi lần đăng nhập.`}
            confirmLabel={t`Tiếp tục`}
            run={async (password) => setAppSecret(await startApp({ password }))}
          />
        );
      }}
    </FormModal>
  );
}

interface CodeProps extends FormControls {
  appSecret: AppSecret;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

function CodeForm({ appSecret: { secret, uri }, onUnsaved, close, onConfirmed }: CodeProps) {
  const { mutateAsync: confirm } = useConfirmApp();
  const { form, submit, isSaving, errorMessage } = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{6}$/.test(code.trim()) ? null : t`Hãy nhập 6 chữ số`) },
    save: async ({ code }) => onConfirmed((await confirm(code.trim())).recoveryCodes),
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => undefined,
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>{t`Quét mã này bằng ứng dụng xác thực, hoặc nhập khóa bên dưới.`}</Text>
        <div className={classes.code}>
          <QrCode text={uri} label={t`Mã QR cho ứng dụng xác thực`} />
        </div>
        <p className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
        <TextInput
          label={t`Mã trong ứng dụng`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Xác nhận`}
        />
      </Stack>
    </form>
  );
}
