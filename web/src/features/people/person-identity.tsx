import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import type { Person } from '@lop-xanh/contract/people';
import { formatDateTime, formatDay } from '@lop-xanh/contract/rules/dates';
import type { PropsWithChildren } from 'react';
import { getDepartureReason } from '../../language/departure-reason.ts';
import { getRoleName } from '../../language/role-names.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useToday } from '../../lib/today.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { getStatusLabel } from '../accounts/public.ts';
import classes from './person-identity.module.css';
import { PersonLink } from './person-link.tsx';

/** Who this is: picture, state, place and the facts of the account. */
export function PersonIdentity({ person, children }: PropsWithChildren<{ person: Person }>) {
  const { account } = person;
  const today = useToday();
  return (
    <section className={classes.identity} aria-label={t`Tài khoản`}>
      <div className={classes.who}>
        <Avatar user={account} size={72} />
        <div className={classes.text}>
          <p className={classes.pills}>
            <State account={account} />
            <span className={classes.pill}>{getRoleName(account.role)}</span>
            {account.isLoginSlowed && (
              <span className={classes.pill} data-tone="sun">
                {t`Sai mật khẩu nhiều lần`}
              </span>
            )}
          </p>
          <Place person={person} />
        </div>
      </div>
      <Facts facts={listFacts(person, today)} isDense />
      {children}
    </section>
  );
}

function State({ account: { status, departure } }: { account: Account }) {
  if (departure) {
    const { left_on, reason, destination } = departure;
    const details = [getDepartureReason(reason), destination, formatDay(left_on)];
    return (
      <span className={classes.pill}>
        {[t`Đã rời trường`, ...details].filter(Boolean).join(' · ')}
      </span>
    );
  }
  const label = getStatusLabel(status);
  return (
    <span
      className={classes.pill}
      data-tone={status === 'active' ? 'leaf' : 'clay'}
      lang={getTextLanguage(label)}
    >
      {label}
    </span>
  );
}

/** 'Lớp 2A · chủ nhiệm: Đặng Thùy Chi · TH Kim Đồng'. */
function Place({ person: { account, memberships } }: { person: Person }) {
  const { role, class_id, class_name: name, school_name } = account;
  const teacher = memberships.find((membership) => membership.class_id === class_id)?.teacher;
  return (
    <p className={classes.place} lang="vi">
      {name && <span>{role === 'Teacher' ? t`Chủ nhiệm lớp ${name}` : t`Lớp ${name}`}</span>}
      {name && teacher && (
        <span>
          {t`Chủ nhiệm`}: <PersonLink id={teacher.id}>{teacher.full_name}</PersonLink>
        </span>
      )}
      {school_name && <span>{school_name}</span>}
    </p>
  );
}

function listFacts({ account, parents }: Person, today: string): Fact[] {
  const { role, birth_date, sex, lastLoginAt } = account;
  const student: Fact[] = [
    { name: t`Mã số`, value: account.identifier_code },
    { name: t`Ngày sinh`, value: birth_date && formatBirthDate(birth_date, today) },
    { name: t`Giới tính`, value: sex && (sex === 'female' ? t`Nữ` : t`Nam`) },
  ];
  return [
    { name: t`Tên đăng nhập`, value: account.username },
    ...(role === 'Student' ? student : []),
    { name: t`Điện thoại`, value: account.phone },
    { name: t`Email`, value: account.email },
    // Otherwise the parents with accounts say it.
    ...(role === 'Student' && (account.parent_name || parents.length === 0)
      ? [{ name: t`Phụ huynh`, value: account.parent_name }]
      : []),
    {
      name: t`Đăng nhập gần nhất`,
      value: lastLoginAt ? formatDateTime(lastLoginAt) : t`Chưa ghi nhận`,
    },
  ];
}

function formatBirthDate(day: string, today: string): string {
  const age = Number(today.slice(0, 4)) - Number(day.slice(0, 4));
  const years = today.slice(5) < day.slice(5) ? age - 1 : age;
  return `${formatDay(day)} · ${t`${years} tuổi`}`;
}
