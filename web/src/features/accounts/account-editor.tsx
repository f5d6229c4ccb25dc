import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountForm, listAssignableRoles } from './account-form.tsx';
import { createFormValues, type NewAccount, toFormValues } from './account-values.ts';
import { nextCodeQuery } from './accounts.api.ts';
import { type UserOption, userOptionsQuery } from './user-options.ts';

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

const newAccountTitles: Record<Role, MessageDescriptor> = {
  Admin: msg`Thêm quản trị viên`,
  Mod: msg`Thêm quản trị trường`,
  Teacher: msg`Thêm giáo viên`,
  Student: msg`Thêm học sinh`,
  Parent: msg`Thêm phụ huynh`,
};

export function AccountEditor({ target, creatableRoles, onClose }: Props) {
  const isNew = 'newAccount' in target;
  const title = isNew ? getNewTitle(target.newAccount) : getEditTitle(target.account);
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

function getNewTitle({ role, children }: NewAccount): string {
  return children ? messages.accounts.addParent : i18n._(newAccountTitles[role]);
}

function getEditTitle({ full_name }: Account): string {
  return t`Sửa ${full_name}`;
}

const getLoadingProps = () => ({
  skeleton: <Skeleton lines={6} />,
  failedMessage: t`Không mở được biểu mẫu`,
});

interface CommonProps extends FormControls {
  creatableRoles: readonly Role[];
  onSaved: () => void;
}

interface NewAccountProps extends CommonProps {
  newAccount: NewAccount;
}

function NewAccountForm({ newAccount, creatableRoles, ...props }: NewAccountProps) {
  const isParent = newAccount.role === 'Parent';
  return (
    <Loaded query={useQuery(nextCodeQuery)} {...getLoadingProps()}>
      {(code) => (
        <AccountForm
          initialValues={createFormValues({ ...newAccount, code })}
          roleOptions={isParent ? [] : listAssignableRoles(creatableRoles)}
          {...props}
        />
      )}
    </Loaded>
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
      toast({ kind: 'info', message: t`Tài khoản này không còn ở đây nữa` });
      props.onSaved();
    } catch (error) {
      toast({ kind: 'error', message: describeError(error, t`Không tải được danh sách`) });
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
  const renderForm = (children: UserOption[]) => (
    <AccountForm
      account={account}
      initialValues={toFormValues(account, children)}
      roleOptions={listAssignableRoles(creatableRoles, account)}
      {...props}
    />
  );
  if (account.role !== 'Parent') return renderForm([]);
  return <WithChildren parentId={account.id}>{renderForm}</WithChildren>;
}

interface ChildrenProps {
  parentId: number;
  children: (children: UserOption[]) => ReactNode;
}

/** Waits for the current children: a form with outdated ones would overwrite them. */
function WithChildren({ parentId, children: render }: ChildrenProps) {
  const childrenQuery = userOptionsQuery({ role: 'Student', family_of: parentId });
  const query = useQuery({ ...childrenQuery, staleTime: 0 });
  const { refetch } = query;
  const currentQuery = query.isFetchedAfterMount
    ? query
    : { data: undefined, error: null, refetch };
  return (
    <Loaded query={currentQuery} {...getLoadingProps()}>
      {render}
    </Loaded>
  );
}
