import type { SharedErrorName } from '@lop-xanh/contract/errors';
import type { FieldErrorName } from '@lop-xanh/contract/field-errors';
import type { Actor } from '../../http/authentication.ts';
import type { StoredAccount } from './accounts.queries.ts';
import { canEditAccount, isSelf } from './accounts.rules.ts';

export type SelectionError =
  | SharedErrorName
  | Extract<
      FieldErrorName,
      'unknown_account' | 'students_only' | 'account_inactive' | 'student_without_class'
    >;

/** The rules for one account, as an edit has them; a class has only one teacher, so that students are moved. */
export function findMoveError(actor: Actor, account: StoredAccount): SelectionError | undefined {
  if (!canEditAccount(actor, account)) return 'forbidden';
  if (account.role !== 'Student') return 'students_only';
  return account.departure ? 'student_has_left' : undefined;
}

/** Admins belong to no list of a school; the form watches that one of them stays active. */
export function findStatusError(actor: Actor, account: StoredAccount): SelectionError | undefined {
  if (!canEditAccount(actor, account) || account.role === 'Admin') return 'forbidden';
  if (isSelf(actor, account)) return 'own_account_protected';
  return account.departure ? 'student_has_left' : undefined;
}

export function findCardError(actor: Actor, account: StoredAccount): SelectionError | undefined {
  if (!canEditAccount(actor, account)) return 'forbidden';
  if (account.role !== 'Student') return 'students_only';
  if (account.departure) return 'student_has_left';
  if (account.status === 'inactive') return 'account_inactive';
  return account.class_id === null ? 'student_without_class' : undefined;
}
