import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { FormModal } from '../../ui/form-modal.tsx';
import { useRenewRecoveryCodes } from './factors.api.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync: renew } = useRenewRecoveryCodes();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return (
      <FormModal title={t`Mã dự phòng`} size="30rem" onClose={onClose}>
        {() => <RecoveryCodes codes={codes} onDone={onClose} />}
      </FormModal>
    );
  }
  return (
    <PasswordDialog
      title={t`Tạo mã dự phòng mới`}
      explanation={t`Các mã dự phòng cũ không dùng được nữa.`}
      confirmLabel={t`Tạo mã mới`}
      run={async (password) => setCodes((await renew({ password })).recoveryCodes)}
      onClose={onClose}
    />
  );
}
