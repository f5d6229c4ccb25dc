import { t } from '@lingui/core/macro';
import { IconLogout } from '@tabler/icons-react';
import { Suspense } from 'react';
import { askToLogOut } from '../../features/auth/log-out.ts';
import { UnreadDot } from '../../features/notifications/unread-dot.tsx';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { useLocation } from '../../lib/routing/location.ts';
import { hasOffice, OfficeEntries } from './lazy-menus.ts';
import { getMenu } from './menu.ts';
import { MenuEntry } from './menu-entry.tsx';
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
        <MenuEntry key={item.to} item={item} onLeave={onLeave}>
          {item.to === paths.notifications && <UnreadDot />}
        </MenuEntry>
      ))}
      <Suspense>
        {hasOffice(user.role) && <OfficeEntries onLeave={onLeave} />}
        {/* With the entries above it, which push it out of sight. */}
        <button type="button" className={`${classes.item} ${classes.logout}`} onClick={leave}>
          <IconLogout size={22} aria-hidden />
          <span lang={getTextLanguage(messages.navigation.logout)}>
            {messages.navigation.logout}
          </span>
        </button>
      </Suspense>
    </nav>
  );
}
