import type { Account } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { peopleQuery } from '../../lib/people.ts';
import { FormModal, type FormWays } from '../../ui/form-modal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountForm, rolesToOffer } from './account-form.tsx';
import { type NewAccount, newValues, valuesOf } from './account-values.ts';
import { nextCodeQuery } from './accounts.api.ts';

/** What is open in the editor; an existing account with how to read anew the list that it stands in. */
export type Edited =
  | { account: Account; readList: () => Promise<readonly Account[]> }
  | { fresh: NewAccount };

interface Props {
  edited: Edited;
  /** The roles of the accounts that the reader may create. */
  creatable: readonly Role[];
  onClose: () => void;
}

const newTitles: Record<Role, string> = {
  Admin: 'Create admin',
  Mod: 'Create moderator',
  Teacher: 'Create teacher',
  Student: 'Create student',
  Parent: messages.accounts.addParent,
};

export function AccountEditor({ edited, creatable, onClose }: Props) {
  const isNew = 'fresh' in edited;
  const title = isNew ? newTitles[edited.fresh.role] : `Sửa ${edited.account.full_name}`;
  return (
    <FormModal title={title} onClose={onClose}>
      {(ways) => {
        const own = { creatable, onSaved: onClose, ...ways };
        return isNew ? (
          <NewOne fresh={edited.fresh} {...own} />
        ) : (
          <ExistingOne {...edited} {...own} />
        );
      }}
    </FormModal>
  );
}

interface OneProps extends FormWays {
  creatable: readonly Role[];
  onSaved: () => void;
}

function NewOne({ fresh, creatable, ...ways }: OneProps & { fresh: NewAccount }) {
  const { data: code, error, isPending, refetch } = useQuery(nextCodeQuery);
  if (isPending) return <Skeleton lines={6} />;
  if (code === undefined) return <Failure error={error} retry={() => void refetch()} />;
  const isParent = fresh.role === 'Parent';
  return (
    <AccountForm
      start={newValues({ ...fresh, code })}
      rolesOffered={isParent ? [] : rolesToOffer(creatable)}
      {...ways}
    />
  );
}

interface ExistingProps extends OneProps {
  account: Account;
  readList: () => Promise<readonly Account[]>;
}

function ExistingOne({ account: first, readList, ...own }: ExistingProps) {
  const [account, setAccount] = useState(first);
  const startAnew = async () => {
    try {
      const now = (await readList()).find(({ id }) => id === account.id);
      if (now) return setAccount(now);
      toast({ kind: 'info', message: 'Tài khoản này không còn ở đây nữa' });
      own.onSaved();
    } catch (error) {
      toast({ kind: 'error', message: errorMessageOr('Không tải được danh sách', error) });
    }
  };
  return (
    <Existing
      key={account.version}
      account={account}
      onStartAnew={() => void startAnew()}
      {...own}
    />
  );
}

interface VersionProps extends OneProps {
  account: Account;
  onStartAnew: () => void;
}

/** One version of it, with the children that a parent has at this moment. */
function Existing({ account, creatable, ...ways }: VersionProps) {
  const isParent = account.role === 'Parent';
  const family = peopleQuery({ role: 'Student', family_of: account.id });
  const children = useQuery({ ...family, enabled: isParent, staleTime: 0 });
  if (isParent && !children.isFetchedAfterMount) return <Skeleton lines={6} />;
  if (isParent && !children.data) {
    return <Failure error={children.error} retry={() => void children.refetch()} />;
  }
  return (
    <AccountForm
      account={account}
      start={valuesOf(account, children.data ?? [])}
      rolesOffered={rolesToOffer(creatable, account)}
      {...ways}
    />
  );
}

function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorState message={errorMessageOr('Không mở được biểu mẫu', error)} retry={retry} />;
}
