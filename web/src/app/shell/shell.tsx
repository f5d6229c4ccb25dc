import { t } from '@lingui/core/macro';
import { isStaff, type Role } from '@lop-xanh/contract/rules/roles';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useNotificationUpdates } from '../../features/notifications/use-unread.ts';
import { PushOffer } from '../../features/push/push-offer.tsx';
import { usePush } from '../../features/push/use-push.ts';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { useLocation } from '../../lib/routing/location.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { Brand } from '../../ui/brand.tsx';
import { FullScreenSkeleton } from '../../ui/full-screen-skeleton.tsx';
import { loadOverlayHost } from '../../ui/overlays.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { LoginPage, OtherPages } from '../lazy-screens.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { hasOffice, MenuDrawer, OfficeEntries, Sidebar } from './lazy-menus.ts';
import { NewVersion } from './new-version.tsx';
import { OutboxProvider } from './outbox-provider.tsx';
import classes from './shell.module.css';
import { OutboxSheet } from './unsent-button.tsx';
import { useOfflineData } from './use-offline-data.ts';

/** The menu, dialogs, toasts and the login page must also work offline. */
function preloadForOffline(role: Role): void {
  void loadOverlayHost();
  LoginPage.preload();
  OtherPages.preload();
  MenuDrawer.preload();
  OutboxSheet.preload();
  if (hasOffice(role)) OfficeEntries.preload();
}

/** Its tables use the width of a large screen. */
const officePath = /^\/admin\b|\/report$/;

/** The frame around every page of a logged-in user. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <OutboxProvider>
      <Frame>{children}</Frame>
    </OutboxProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const isMobile = useIsMobile();
  const isWide = officePath.test(useLocation().pathname);
  const [menu, setMenu] = useState<'unused' | 'open' | 'closed'>('unused');
  useAudienceAttribute();
  useNotificationUpdates();
  useOfflineData();
  usePush();
  const { role } = useUser();
  useEffect(() => whenIdle(() => preloadForOffline(role)), [role]);

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t`Đến nội dung chính`}
      </a>
      {isMobile ? (
        <Suspense>
          {menu !== 'unused' && (
            <MenuDrawer isOpen={menu === 'open'} onClose={() => setMenu('closed')} />
          )}
        </Suspense>
      ) : (
        <aside className={classes.side} data-app-bar aria-label={t`Menu`}>
          <Brand className={classes.brand} />
          <Suspense>
            <Sidebar />
          </Suspense>
        </aside>
      )}
      <div className={classes.page}>
        <Header isMobile={isMobile} openMenu={() => setMenu('open')} />
        <NewVersion />
        <main id="main" tabIndex={-1} className={classes.main} data-wide={isWide || undefined}>
          <PushOffer />
          <Page>{children}</Page>
        </main>
        {isMobile && <BottomBar />}
      </div>
    </div>
  );
}

function Page({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const isRoll = pathname === paths.classes && new URLSearchParams(search).get('view') === 'roll';
  const isPhoneMode = useIsMobile() && (pathname === paths.scan || isRoll);
  const isFullScreen = isPhoneMode || pathname.startsWith(`${paths.lessonsManagement}/`);
  // The key shows the next page's skeleton at once instead of the previous page.
  return (
    <Suspense key={pathname} fallback={isFullScreen ? <FullScreenSkeleton /> : <PageSkeleton />}>
      {children}
    </Suspense>
  );
}

function useAudienceAttribute() {
  const { role } = useUser();
  useLayoutEffect(() => {
    document.documentElement.dataset.audience = isStaff(role) ? 'staff' : 'students';
    return () => {
      delete document.documentElement.dataset.audience;
    };
  }, [role]);
}
