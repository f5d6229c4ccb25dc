import '../../ui/modal-styles.ts';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useNews } from '../../features/notifications/use-unread.ts';
import { isPupilSide } from '../../lib/audience.ts';
import { paths } from '../../lib/paths.ts';
import { useUser } from '../../lib/visitor.ts';
import { overlays } from '../../ui/overlays.tsx';
import { Leaf } from '../../ui/pictures.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { NewVersion } from './new-version.tsx';
import { OutboxProvider } from './outbox-provider.tsx';
import { RefusedActs } from './refused-acts.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { UnsentBar } from './unsent-bar.tsx';

/** What surrounds every page of a logged-in user. */
export function Shell() {
  return (
    <OutboxProvider>
      <Frame />
    </OutboxProvider>
  );
}

function Frame() {
  const isMobile = useIsMobile();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const closeMenu = () => setIsMenuOpen(false);
  useAudience();
  useNews({ isScreenOpen: useLocation().pathname === paths.notifications });
  // A dialog or toast must not wait for a network that may be gone by then.
  useEffect(() => void overlays(), []);

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Đến nội dung chính
      </a>
      {isMobile ? (
        <Drawer
          opened={isMenuOpen}
          onClose={closeMenu}
          title={<Brand />}
          size={288}
          padding={0}
          classNames={{ content: classes.drawer }}
        >
          <Sidebar onLeave={closeMenu} />
        </Drawer>
      ) : (
        <aside className={classes.side} aria-label="Menu">
          <Brand />
          <Sidebar />
        </aside>
      )}
      <div className={classes.page}>
        <Header isMobile={isMobile} openMenu={() => setIsMenuOpen(true)} />
        <NewVersion />
        <UnsentBar />
        <main id="main" tabIndex={-1} className={classes.main}>
          <Page />
        </main>
        {isMobile && <BottomBar />}
      </div>
      <RefusedActs />
    </div>
  );
}

function Brand() {
  return (
    <span className={classes.brand}>
      <Leaf />
      Lớp Xanh
    </span>
  );
}

function Page() {
  // The key shows the next page's skeleton at once instead of keeping the last page.
  return (
    <Suspense key={useLocation().pathname} fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  );
}

function useAudience() {
  const { role } = useUser();
  useLayoutEffect(() => {
    document.documentElement.dataset.audience = isPupilSide(role) ? 'pupils' : 'staff';
    return () => {
      delete document.documentElement.dataset.audience;
    };
  }, [role]);
}
