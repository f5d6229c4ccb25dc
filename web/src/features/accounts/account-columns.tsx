import { t } from '@lingui/core/macro';
import type { Account, ChildOfParent, Departure } from '@lop-xanh/contract/accounts';
import { formatDate, formatDay } from '@lop-xanh/contract/rules/dates';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { getDepartureReason } from '../../language/departure-reason.ts';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { PersonLink } from '../people/public.ts';
import classes from './account-columns.module.css';
import { getStatusLabel } from './account-status.ts';
import type { AccountListFilters } from './accounts.api.ts';

/** `list` is what the table shows, so that the page of a person can go on to the next one. */
export function listAccountColumns(
  names: readonly ColumnName[],
  list?: AccountListFilters,
): Column<Account>[] {
  const columns = getColumns(list);
  return names.map((name) => columns[name]);
}

export function getColumnTitle(name: ColumnName): string {
  return getColumns()[name].name;
}

export type ColumnName =
  | 'code'
  | 'name'
  | 'username'
  | 'class'
  | 'parent'
  | 'children'
  | 'email'
  | 'phone'
  | 'birthday'
  | 'login'
  | 'consent'
  | 'status';

/** Those that a table shows until the user chooses others. */
export const specifiedColumns: Record<Role, readonly ColumnName[]> = {
  Student: ['code', 'name', 'username', 'class', 'parent', 'status'],
  Teacher: ['name', 'username', 'class', 'email', 'status'],
  Mod: ['name', 'username', 'email', 'phone', 'status'],
  Admin: ['name', 'username', 'email', 'phone', 'status'],
  Parent: ['name', 'username', 'phone', 'children', 'status'],
};

/** All that a table can show, in their order. */
export const columnNames: Record<Role, readonly ColumnName[]> = {
  Student: [
    'code',
    'name',
    'username',
    'class',
    'birthday',
    'parent',
    'phone',
    'email',
    'login',
    'consent',
    'status',
  ],
  Teacher: ['name', 'username', 'class', 'phone', 'email', 'login', 'status'],
  Mod: ['name', 'username', 'email', 'phone', 'login', 'status'],
  Admin: ['name', 'username', 'email', 'phone', 'login', 'status'],
  Parent: ['name', 'username', 'phone', 'email', 'children', 'login', 'status'],
};

/** A narrow table hides the secondary columns and shows them as a second line of the name. */
function getColumns(list?: AccountListFilters): Record<ColumnName, Column<Account>> {
  return {
    code: {
      name: t`Mã số`,
      sortName: 'code',
      isNowrap: true,
      cell: ({ identifier_code }) => identifier_code ?? '—',
    },
    name: {
      name: t`Họ và tên`,
      sortName: 'name',
      isRowHeader: true,
      cell: (account) => (
        <span className={classes.account}>
          <Avatar user={account} size={36} />
          <span className={classes.name} data-more={formatSecondLine(account)} lang="vi">
            <PersonLink id={account.id} role={account.role} list={list} isPlain>
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
      sortName: 'class',
      cell: ({ class_name, departure }) => class_name ?? (departure ? '—' : <PendingAssignment />),
    },
    parent: {
      name: t`Phụ huynh`,
      sortName: 'parent',
      isSecondary: true,
      cell: (account) => <ParentName account={account} />,
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
    birthday: {
      name: t`Ngày sinh`,
      isNowrap: true,
      cell: ({ birth_date }) => (birth_date ? formatDay(birth_date) : '—'),
    },
    login: {
      name: t`Đăng nhập`,
      sortName: 'login',
      isNowrap: true,
      cell: ({ lastLoginAt }) =>
        lastLoginAt ? (
          formatDate(lastLoginAt)
        ) : (
          <span className={classes.pending}>{t`Chưa từng`}</span>
        ),
    },
    consent: {
      name: t`Ảnh`,
      cell: ({ hasPhotoConsent }) =>
        hasPhotoConsent ? (
          <span className={classes.status} data-status="active">{t`Đồng ý`}</span>
        ) : (
          <span className={classes.pending}>{t`Chưa có`}</span>
        ),
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

/** The name that the school wrote down, which leads to the only parent with an account. */
function ParentName({ account: { parent_name, parent_ids } }: { account: Account }) {
  const [id = null, ...others] = parent_ids;
  if (parent_name === null) return '—';
  return (
    <span lang="vi">
      <PersonLink id={others.length > 0 ? null : id} isPlain>
        {parent_name}
      </PersonLink>
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
          <PersonLink id={id} isPlain>
            {full_name}
          </PersonLink>
          {[class_name, hasSeveralSchools && school_name]
            .filter(Boolean)
            .map((more) => `\u00a0· ${more}`)}
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
