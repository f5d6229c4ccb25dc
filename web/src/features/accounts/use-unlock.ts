import { accounts } from '@lop-xanh/contract/accounts';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';
import { describeError } from '../../lib/api-errors.ts';
import { toast } from '../../ui/toast.ts';

interface LockedUser {
  id: number;
  full_name: string;
}

export const delayedLoginLabel = 'Sai mật khẩu nhiều lần';
export const unlockLabel = 'Mở khóa đăng nhập';

/** Ends the delay after too many failed login attempts of a user. */
export function useUnlock() {
  const { mutate, isPending } = useAdminMutation(({ id }: LockedUser) =>
    request(accounts.unlock, { params: { id } }),
  );
  const unlock = (user: LockedUser) =>
    mutate(user, {
      onSuccess: () =>
        toast({ kind: 'success', message: `${user.full_name} có thể đăng nhập ngay` }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, 'Không mở khóa được') }),
    });
  return { unlock, isUnlocking: isPending };
}
