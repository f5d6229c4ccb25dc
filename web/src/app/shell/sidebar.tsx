import { IconLogout } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router';
import { askToLogOut } from '../../features/auth/log-out.ts';
import { UnreadDot } from '../../features/notifications/unread-dot.tsx';
import { messages } from '../../language/messages.ts';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { getMenu, isExact } from './menu.ts';
import classes from './sidebar.module.css';

/** The menu of the user's role; `onLeave` lets a drawer around it close. */
export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const user = useUser();
  const { pathname } = useLocation();

  const leave = () => {
    onLeave?.();
    void askToLogOut(user);
  };
  return (
    <nav className={classes.sidebar} aria-label="Menu chính">
      {getMenu(user.role, pathname).map((item) => (
        <NavLink
          key={item.to}
          to={item.to}
          end={isExact(item)}
          className={classes.item ?? ''}
          onClick={onLeave}
        >
          <item.icon size={22} aria-hidden />
          {item.label}
          {item.to === paths.notifications && <UnreadDot />}
        </NavLink>
      ))}
      <button type="button" className={`${classes.item} ${classes.logout}`} onClick={leave}>
        <IconLogout size={22} aria-hidden />
        {messages.navigation.logout}
      </button>
    </nav>
  );
}
