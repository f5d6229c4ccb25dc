import { accounts } from '@lop-xanh/contract/accounts';
import { useAdministering } from '../lib/administration.ts';
import { request } from '../lib/api.ts';
import { errorMessageOr } from '../lib/api-errors.ts';
import { toast } from './toast.ts';

interface Person {
  id: number;
  full_name: string;
}

export const slowedWords = 'Sai mật khẩu nhiều lần';
export const unlockWords = 'Mở khóa đăng nhập';

/** Lets somebody whom wrong passwords keep waiting log in at once. */
export function useUnlock() {
  const { mutate, isPending } = useAdministering(({ id }: Person) =>
    request(accounts.unlock, { params: { id } }),
  );
  const unlock = (person: Person) =>
    mutate(person, {
      onSuccess: () =>
        toast({ kind: 'success', message: `${person.full_name} có thể đăng nhập ngay` }),
      onError: (error) =>
        toast({ kind: 'error', message: errorMessageOr('Không mở khóa được', error) }),
    });
  return { unlock, isUnlocking: isPending };
}
