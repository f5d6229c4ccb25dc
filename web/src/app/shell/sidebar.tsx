import { t } from '@lingui/core/macro';
import { IconLogout } from '@tabler/icons-react';
import { Suspense } from 'react';
import { NavLink, useLocation } from 'react-router';
import { askToLogOut } from '../../features/auth/log-out.ts';
import { UnreadDot } from '../../features/notifications/unread-dot.tsx';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../lib/paths.ts';
import { getMenu, getOfficeMenu, isExact, type MenuItem } from './menu.ts';
import { MenuLabel } from './menu-label.tsx';
import classes from './sidebar.module.css';

/** Only Mods need it. */
const ModerationCount = lazyComponent('moderation-count', async () => {
  return (await import('./moderation-count.tsx')).ModerationCount;
});

/** The menu of the user's role; `onLeave` lets a drawer around it close. */
export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const user = useUser();
  const { pathname } = useLocation();
  const officeMenu = getOfficeMenu(user.role);

  const leave = () => {
    onLeave?.();
    void askToLogOut(user);
  };
  return (
    <nav className={classes.sidebar} aria-label={t`Menu chính`}>
      {getMenu(user.role, pathname).map((item) => (
        <Entry key={item.to} item={item} onLeave={onLeave} />
      ))}
      {officeMenu.length > 0 && <p className={classes.heading}>{t`Văn phòng`}</p>}
      {officeMenu.map((item) => (
        <Entry key={item.to} item={item} onLeave={onLeave} />
      ))}
      <button type="button" className={`${classes.item} ${classes.logout}`} onClick={leave}>
        <IconLogout size={22} aria-hidden />
        <span lang={getTextLanguage(messages.navigation.logout)}>{messages.navigation.logout}</span>
      </button>
    </nav>
  );
}

interface EntryProps {
  item: MenuItem;
  onLeave: (() => void) | undefined;
}

function Entry({ item, onLeave }: EntryProps) {
  return (
    <NavLink to={item.to} end={isExact(item)} className={classes.item ?? ''} onClick={onLeave}>
      <item.icon size={22} aria-hidden />
      <MenuLabel item={item} />
      {item.to === paths.notifications && <UnreadDot />}
      <Suspense>{item.to === paths.moderation && <ModerationCount />}</Suspense>
    </NavLink>
  );
}
