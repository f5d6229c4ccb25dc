import { t } from '@lingui/core/macro';
import { factors } from '@lop-xanh/contract/factors';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';

interface User {
  id: number;
  full_name: string;
}

/** Removes the second factors of a user who has lost them. */
export function useResetFactors() {
  const { mutate, isPending } = useAdminMutation((id: number) =>
    request(factors.reset, { params: { id } }),
  );
  const resetFactors = async ({ id, full_name }: User) => {
    const isConfirmed = await askToConfirm({
      title: t`Bỏ xác thực hai bước?`,
      message: t`${full_name} sẽ đăng nhập chỉ bằng mật khẩu, và mọi máy đang đăng nhập bị đăng xuất. Chỉ làm khi người này đã mất điện thoại hoặc khóa truy cập.`,
      confirmLabel: t`Bỏ xác thực hai bước`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    mutate(id, {
      onSuccess: () =>
        toast({ kind: 'success', message: t`${full_name} đăng nhập chỉ bằng mật khẩu` }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Chưa lưu được, hãy thử lại`) }),
    });
  };
  return { resetFactors, isResetting: isPending };
}
