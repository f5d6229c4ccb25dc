import type { User } from '@lop-xanh/contract/accounts';
import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, NavLink } from 'react-router';
import { Bell } from '../../features/notifications/bell.tsx';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import classes from './header.module.css';
import { isExact, modHeaderMenu } from './menu.ts';

interface Props {
  isMobile: boolean;
  openMenu: () => void;
}

export function Header({ isMobile, openMenu }: Props) {
  const user = useUser();
  return (
    <header className={classes.header}>
      {isMobile && (
        <ActionIcon aria-label="Mở menu" aria-haspopup="dialog" onClick={openMenu}>
          <IconMenu2 size={22} />
        </ActionIcon>
      )}
      <div className={classes.greeting}>
        <p className={classes.hello}>
          {isMobile ? `Chào ${user.first_name}!` : `Xin chào, ${user.first_name}`}
        </p>
        {isMobile && (
          <>
            <p className={classes.role}>{user.full_name}</p>
            <p className={classes.role}>{describeRole(user)}</p>
          </>
        )}
      </div>
      {user.role === 'Mod' && <ModLinks />}
      <Bell />
      <Link to={paths.profile} className={classes.profile} aria-label={`Hồ sơ: ${user.full_name}`}>
        {!isMobile && (
          <span className={classes.names}>
            <span className={classes.fullName}>{user.full_name}</span>
            <span className={classes.role}>{describeRole(user)}</span>
          </span>
        )}
        <Avatar user={user} />
      </Link>
    </header>
  );
}

function ModLinks() {
  return (
    <nav className={classes.links} aria-label="Lối tắt của Mod">
      {modHeaderMenu.map((item) => (
        <NavLink key={item.to} to={item.to} end={isExact(item)} className={classes.link ?? ''}>
          <item.icon size={20} aria-hidden />
          {item.label}
        </NavLink>
      ))}
    </nav>
  );
}

/** The role with its class or school. */
function describeRole({ role, class_name, school_name }: User): string {
  switch (role) {
    case 'Student':
      return class_name === null ? 'Học sinh' : `Lớp ${class_name} · Học sinh`;
    case 'Parent':
      return 'Phụ huynh';
    case 'Mod':
      return school_name === null ? role : `${role} · ${school_name}`;
    default:
      return role;
  }
}
