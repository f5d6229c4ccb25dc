import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { families } from '@lop-xanh/contract/families';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';

interface LinkInput {
  studentId: number;
  /** By id, or by the exact username for a parent whom the user does not see. */
  parent: { parent_id: number } | { username: string };
  key: string;
}

export function useLink() {
  return useAdminMutation(({ studentId, parent, key }: LinkInput) =>
    request(families.link, {
      params: { id: studentId },
      body: parent,
      headers: { 'idempotency-key': key },
    }),
  );
}

export function useUnlink() {
  return useAdminMutation(({ studentId, parentId }: { studentId: number; parentId: number }) =>
    request(families.unlink, { params: { id: studentId, parent_id: parentId } }),
  );
}

export function useClassLetters(classId: number) {
  return useAdminMutation((key: string) =>
    request(families.letters, { params: { id: classId }, headers: { 'idempotency-key': key } }),
  );
}

/** Resets the password of one parent, for a letter. */
export function useParentLetter({ id, school_name, ...parent }: Account) {
  return useAdminMutation(async (key: string) => {
    const { password } = await request(accounts.resetPassword, {
      params: { id },
      headers: { 'idempotency-key': key },
    });
    return { school_name: school_name ?? '', letters: [{ ...parent, id, password }] };
  });
}
