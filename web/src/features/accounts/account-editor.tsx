import type { Account } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-errors.ts';
import { peopleQuery } from '../../lib/people.ts';
import { FormModal, type FormWays } from '../../ui/form-modal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { AccountForm, rolesToOffer } from './account-form.tsx';
import { type NewAccount, newValues, valuesOf } from './account-values.ts';
import { nextCodeQuery } from './accounts.api.ts';

/** What is open in the editor. */
export type Edited = { account: Account } | { fresh: NewAccount };

interface Props {
  edited: Edited;
  /** The roles of the accounts that the reader may create. */
  creatable: readonly Role[];
  onClose: () => void;
  onStartAnew?: () => void;
}

const newTitles: Record<Role, string> = {
  Admin: 'Create admin',
  Mod: 'Create moderator',
  Teacher: 'Create teacher',
  Student: 'Create student',
  Parent: messages.accounts.addParent,
};

export function AccountEditor({ edited, creatable, onClose, onStartAnew }: Props) {
  const isNew = 'fresh' in edited;
  const title = isNew ? newTitles[edited.fresh.role] : `Sửa ${edited.account.full_name}`;
  return (
    <FormModal title={title} onClose={onClose}>
      {(ways) =>
        isNew ? (
          <NewOne fresh={edited.fresh} creatable={creatable} onSaved={onClose} {...ways} />
        ) : (
          <ExistingOne
            key={edited.account.version}
            account={edited.account}
            creatable={creatable}
            onSaved={onClose}
            {...(onStartAnew && { onStartAnew })}
            {...ways}
          />
        )
      }
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
  onStartAnew?: () => void;
}

function ExistingOne({ account, creatable, ...ways }: ExistingProps) {
  const isParent = account.role === 'Parent';
  const family = peopleQuery({ role: 'Student', family_of: account.id });
  const { data: children, error, refetch } = useQuery({ ...family, enabled: isParent });
  if (isParent && !children) {
    if (error) return <Failure error={error} retry={() => void refetch()} />;
    return <Skeleton lines={6} />;
  }
  return (
    <AccountForm
      account={account}
      start={valuesOf(account, children ?? [])}
      rolesOffered={rolesToOffer(creatable, account)}
      {...ways}
    />
  );
}

function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorState message={messageOf(error, 'Không mở được biểu mẫu')} retry={retry} />;
}
