import type { Account } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { userOptionsQuery } from '../../lib/user-options.ts';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountForm, listAssignableRoles } from './account-form.tsx';
import { createFormValues, type NewAccount, toFormValues } from './account-values.ts';
import { nextCodeQuery } from './accounts.api.ts';

/** An existing account, with a way to reload the list it comes from, or a new one. */
export type EditorTarget =
  | { account: Account; reloadList: () => Promise<readonly Account[]> }
  | { newAccount: NewAccount };

interface Props {
  target: EditorTarget;
  /** The roles of the accounts that the user may create. */
  creatableRoles: readonly Role[];
  onClose: () => void;
}

const newAccountTitles: Record<Role, string> = {
  Admin: 'Create admin',
  Mod: 'Create moderator',
  Teacher: 'Create teacher',
  Student: 'Create student',
  Parent: messages.accounts.addParent,
};

export function AccountEditor({ target, creatableRoles, onClose }: Props) {
  const isNew = 'newAccount' in target;
  const title = isNew
    ? newAccountTitles[target.newAccount.role]
    : `Sửa ${target.account.full_name}`;
  return (
    <FormModal title={title} onClose={onClose}>
      {(formProps) => {
        const props = { creatableRoles, onSaved: onClose, ...formProps };
        return isNew ? (
          <NewAccountForm newAccount={target.newAccount} {...props} />
        ) : (
          <ExistingAccountForm {...target} {...props} />
        );
      }}
    </FormModal>
  );
}

interface CommonProps extends FormControls {
  creatableRoles: readonly Role[];
  onSaved: () => void;
}

interface NewAccountProps extends CommonProps {
  newAccount: NewAccount;
}

function NewAccountForm({ newAccount, creatableRoles, ...props }: NewAccountProps) {
  const { data: code, error, isPending, refetch } = useQuery(nextCodeQuery);
  if (isPending) return <Skeleton lines={6} />;
  if (code === undefined) return <LoadError error={error} retry={() => void refetch()} />;
  const isParent = newAccount.role === 'Parent';
  return (
    <AccountForm
      initialValues={createFormValues({ ...newAccount, code })}
      roleOptions={isParent ? [] : listAssignableRoles(creatableRoles)}
      {...props}
    />
  );
}

interface ExistingAccountProps extends CommonProps {
  account: Account;
  reloadList: () => Promise<readonly Account[]>;
}

function ExistingAccountForm({ account: opened, reloadList, ...props }: ExistingAccountProps) {
  const [account, setAccount] = useState(opened);
  const reload = async () => {
    try {
      const current = (await reloadList()).find(({ id }) => id === account.id);
      if (current) return setAccount(current);
      toast({ kind: 'info', message: 'Tài khoản này không còn ở đây nữa' });
      props.onSaved();
    } catch (error) {
      toast({ kind: 'error', message: errorMessageOr('Không tải được danh sách', error) });
    }
  };
  return (
    <AccountVersionForm
      key={account.version}
      account={account}
      onReload={() => void reload()}
      {...props}
    />
  );
}

interface VersionProps extends CommonProps {
  account: Account;
  onReload: () => void;
}

/** The form for one version of the account; a parent's children are loaded first. */
function AccountVersionForm({ account, creatableRoles, ...props }: VersionProps) {
  const isParent = account.role === 'Parent';
  const childrenQuery = userOptionsQuery({ role: 'Student', family_of: account.id });
  const children = useQuery({ ...childrenQuery, enabled: isParent, staleTime: 0 });
  if (isParent && !children.isFetchedAfterMount) return <Skeleton lines={6} />;
  if (isParent && !children.data) {
    return <LoadError error={children.error} retry={() => void children.refetch()} />;
  }
  return (
    <AccountForm
      account={account}
      initialValues={toFormValues(account, children.data ?? [])}
      roleOptions={listAssignableRoles(creatableRoles, account)}
      {...props}
    />
  );
}

function LoadError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorState message={errorMessageOr('Không mở được biểu mẫu', error)} retry={retry} />;
}
