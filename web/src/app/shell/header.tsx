import { t } from '@lingui/core/macro';
import type { Profile } from '@lop-xanh/contract/auth';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { Bell } from '../../features/notifications/bell.tsx';
import { getRoleName } from '../../language/role-names.ts';
import { useUser } from '../../lib/current-user.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import classes from './header.module.css';
import { ModLinks } from './mod-links.tsx';
import { UnsentButton } from './unsent-button.tsx';
import { useHiddenOnScroll } from './use-hidden-on-scroll.ts';

const SearchEntry = lazyComponent('search-entry', async () => {
  return (await import('../palette/search-entry.tsx')).SearchEntry;
});

interface Props {
  isMobile: boolean;
  openMenu: () => void;
}

export function Header({ isMobile, openMenu }: Props) {
  const user = useUser();
  const { first_name: firstName, full_name: fullName } = user;
  const isHidden = useHiddenOnScroll(isMobile);
  return (
    <header className={classes.header} data-app-bar data-hidden={isHidden || undefined}>
      {isMobile && (
        <ActionIcon aria-label={t`Mở menu`} aria-haspopup="dialog" onClick={openMenu}>
          <IconMenu2 size={22} />
        </ActionIcon>
      )}
      <div className={classes.greeting}>
        <p className={classes.hello}>
          {isMobile ? t`Chào ${firstName}!` : t`Xin chào, ${firstName}`}
        </p>
        {isMobile && (
          <>
            <p className={classes.role}>{fullName}</p>
            <p className={classes.role}>{describeRole(user, { isShort: true })}</p>
          </>
        )}
      </div>
      <Suspense>{!isMobile && <SearchEntry />}</Suspense>
      {user.role === 'Mod' && !isMobile && <ModLinks />}
      <UnsentButton />
      <Bell />
      <Link to={paths.profile} className={classes.profile} aria-label={t`Hồ sơ: ${fullName}`}>
        {!isMobile && (
          <span className={classes.names}>
            <span className={classes.fullName}>{fullName}</span>
            <span className={classes.role}>{describeRole(user, { isShort: false })}</span>
          </span>
        )}
        <Avatar user={user} />
      </Link>
    </header>
  );
}

/** The role with its class, school or number of children, or with the class that a teacher stands in for. */
function describeRole(
  {
    role,
    class_name: className,
    school_name: schoolName,
    student_ids: { length: children },
    substitutions: [substitution],
  }: Profile,
  { isShort }: { isShort: boolean },
): string {
  const roleName = getRoleName(role);
  if (substitution) {
    const { class_name: name } = substitution;
    const until = formatDay(substitution.until);
    // A phone has no room for the year.
    const day = isShort ? until.slice(0, 'DD/MM'.length) : until;
    return t`Dạy thay lớp ${name} đến ${day}`;
  }
  if (role === 'Parent' && children > 0) return t`${roleName} · ${children} con`;
  if (role === 'Student' && className !== null) return t`Lớp ${className} · ${roleName}`;
  // A phone has no room for the name of a school either.
  if (role === 'Mod' && schoolName !== null && !isShort) return `${roleName} · ${schoolName}`;
  return roleName;
}
