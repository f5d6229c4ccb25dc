import { t } from '@lingui/core/macro';
import { toast } from '../../ui/toast.ts';
import { type RemovableFactor, useRemoveFactor } from './factors.api.ts';
import { PasswordDialog } from './password-dialog.tsx';

interface Props {
  factor: RemovableFactor;
  onClose: () => void;
}

export function RemoveDialog({ factor, onClose }: Props) {
  const { mutateAsync: remove } = useRemoveFactor();
  const isApp = factor === 'app';
  return (
    <PasswordDialog
      title={isApp ? t`Xóa ứng dụng xác thực` : t`Xóa khóa truy cập`}
      explanation={t`Từ lần đăng nhập sau, cách này không dùng được nữa.`}
      confirmLabel={t`Xóa`}
      run={async (password) => {
        await remove({ factor, password });
        toast({ kind: 'success', message: t`Đã xóa` });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
