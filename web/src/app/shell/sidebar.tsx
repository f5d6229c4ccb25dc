import { t } from '@lingui/core/macro';
import { IconLogout } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router';
import { askToLogOut } from '../../features/auth/log-out.ts';
import { UnreadDot } from '../../features/notifications/unread-dot.tsx';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { getMenu, isExact } from './menu.ts';
import { MenuLabel } from './menu-label.tsx';
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
    <nav className={classes.sidebar} aria-label={t`Menu chính`}>
      {getMenu(user.role, pathname).map((item) => (
        <NavLink
          key={item.to}
          to={item.to}
          end={isExact(item)}
          className={classes.item ?? ''}
          onClick={onLeave}
        >
          <item.icon size={22} aria-hidden />
          <MenuLabel item={item} />
          {item.to === paths.notifications && <UnreadDot />}
        </NavLink>
      ))}
      <button type="button" className={`${classes.item} ${classes.logout}`} onClick={leave}>
        <IconLogout size={22} aria-hidden />
        <span lang={getTextLanguage(messages.navigation.logout)}>{messages.navigation.logout}</span>
      </button>
    </nav>
  );
}
