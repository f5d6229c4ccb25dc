import { t } from '@lingui/core/macro';
import { accounts } from '@lop-xanh/contract/accounts';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';
import { describeError } from '../../lib/api-errors.ts';
import { toast } from '../../ui/toast.ts';

interface LockedUser {
  id: number;
  full_name: string;
}

/** Ends the delay after too many failed login attempts of a user. */
export function useUnlock() {
  const { mutate, isPending } = useAdminMutation((id: number) =>
    request(accounts.unlock, { params: { id } }),
  );
  const unlock = ({ id, full_name }: LockedUser) =>
    mutate(id, {
      onSuccess: () => toast({ kind: 'success', message: t`${full_name} có thể đăng nhập ngay` }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Không mở khóa được`) }),
    });
  return { unlock, isUnlocking: isPending };
}
