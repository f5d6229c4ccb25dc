import { t } from '@lingui/core/macro';
import type { Account, ChildOfParent, Departure } from '@lop-xanh/contract/accounts';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { getDepartureReason } from '../../language/departure-reason.ts';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { PersonLink } from '../people/public.ts';
import classes from './account-columns.module.css';
import { getStatusLabel } from './account-status.ts';

export function listAccountColumns(role: Role): Column<Account>[] {
  const columns = getColumns();
  return columnNames[role].map((name) => columns[name]);
}

type ColumnName =
  | 'code'
  | 'name'
  | 'username'
  | 'class'
  | 'parent'
  | 'children'
  | 'email'
  | 'phone'
  | 'status';

const columnNames: Record<Role, ColumnName[]> = {
  Student: ['code', 'name', 'username', 'class', 'parent', 'status'],
  Teacher: ['name', 'username', 'class', 'email', 'status'],
  Mod: ['name', 'username', 'email', 'phone', 'status'],
  Admin: ['name', 'username', 'email', 'phone', 'status'],
  Parent: ['name', 'username', 'phone', 'children', 'status'],
};

/** A narrow table hides the secondary columns and shows them as a second line of the name. */
function getColumns(): Record<ColumnName, Column<Account>> {
  return {
    code: {
      name: t`Mã số`,
      isNowrap: true,
      cell: ({ identifier_code }) => identifier_code ?? '—',
    },
    name: {
      name: t`Họ và tên`,
      isRowHeader: true,
      cell: (account) => (
        <span className={classes.account}>
          <Avatar user={account} size={36} />
          <span className={classes.name} data-more={formatSecondLine(account)} lang="vi">
            <PersonLink id={account.id} role={account.role} className={classes.link}>
              {account.full_name}
            </PersonLink>
          </span>
        </span>
      ),
    },
    username: {
      name: t`Tên đăng nhập`,
      isNowrap: true,
      isSecondary: true,
      cell: ({ username }) => username,
    },
    class: {
      name: t`Lớp`,
      cell: ({ class_name, departure }) => class_name ?? (departure ? '—' : <PendingAssignment />),
    },
    parent: {
      name: t`Phụ huynh`,
      isSecondary: true,
      cell: ({ parent_name }) => parent_name ?? '—',
    },
    children: {
      name: t`Con`,
      cell: ({ children }) => <Children>{children}</Children>,
    },
    email: {
      name: t`Email`,
      isSecondary: true,
      cell: ({ email }) => email ?? '—',
    },
    phone: {
      name: t`Điện thoại`,
      cell: ({ phone }) => phone ?? '—',
    },
    status: {
      name: t`Trạng thái`,
      cell: (account) => <Statuses account={account} />,
    },
  };
}

function PendingAssignment() {
  const { pendingAssignment } = messages.accounts;
  return (
    <span className={classes.pending} lang={getTextLanguage(pendingAssignment)}>
      {pendingAssignment}
    </span>
  );
}

/** Each child with the class, and with the school if they go to several. */
function Children({ children }: { children: readonly ChildOfParent[] }) {
  if (children.length === 0) return '—';
  const hasSeveralSchools = new Set(children.map(({ school_id }) => school_id)).size > 1;
  return (
    <ul className={classes.children} lang="vi">
      {children.map(({ id, full_name, class_name, school_name }) => (
        <li key={id}>
          {[full_name, class_name, hasSeveralSchools && school_name]
            .filter(Boolean)
            .join('\u00a0· ')}
        </li>
      ))}
    </ul>
  );
}

function Statuses({ account: { status, departure, isLoginSlowed } }: { account: Account }) {
  if (departure) return <DepartureStatus departure={departure} />;
  const label = getStatusLabel(status);
  return (
    <span className={classes.statuses}>
      <span className={classes.status} data-status={status} lang={getTextLanguage(label)}>
        {label}
      </span>
      {isLoginSlowed && <span className={classes.pending}>{t`Sai mật khẩu nhiều lần`}</span>}
    </span>
  );
}

/** Instead of 'inactive', which it implies. */
function DepartureStatus({ departure }: { departure: Departure }) {
  const { reason, destination } = departure;
  const day = formatDay(departure.left_on);
  return (
    <>
      <span className={classes.status}>{t`Đã rời trường`}</span>{' '}
      <span className={classes.reason} lang="vi">
        {[getDepartureReason(reason), destination, day].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

function formatSecondLine({ role, username, parent_name, email }: Account): string {
  const more = role === 'Parent' ? null : role === 'Student' ? parent_name : email;
  return more ? `${username} · ${more}` : username;
}
