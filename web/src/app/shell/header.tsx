import { t } from '@lingui/core/macro';
import { IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Bell } from '../../features/notifications/bell.tsx';
import { useUser } from '../../lib/current-user.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { PlainIconButton } from '../../ui/plain-button.tsx';
import { describeRole } from './describe-role.ts';
import { Greeting } from './greeting.tsx';
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
  const { full_name: fullName } = user;
  const isHidden = useHiddenOnScroll(isMobile);
  return (
    <header className={classes.header} data-app-bar data-hidden={isHidden || undefined}>
      {isMobile && (
        <PlainIconButton aria-label={t`Mở menu`} aria-haspopup="dialog" onClick={openMenu}>
          <IconMenu2 size={22} />
        </PlainIconButton>
      )}
      <Greeting isMobile={isMobile} />
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
