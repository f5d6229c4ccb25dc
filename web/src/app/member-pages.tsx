import { HomePage } from '../features/home/home-page.tsx';
import { useUser } from '../lib/current-user.ts';
import { paths } from '../lib/paths.ts';
import { useLocation } from '../lib/routing/location.ts';
import { Navigate } from '../lib/routing/navigate.ts';
import { isMobile } from '../ui/use-is-mobile.ts';
import { prefetchFirstScreen } from './first-screen.ts';
import { OtherPages, preloadOtherPage } from './lazy-screens.ts';
import { PageErrorBoundary } from './page-error.tsx';
import { Sidebar } from './shell/lazy-menus.ts';
import { Shell } from './shell/shell.tsx';

/** Every page behind the login. */
export function MemberPages() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <PageErrorBoundary>{pathname === paths.home ? <Home /> : <OtherPages />}</PageErrorBoundary>
    </Shell>
  );
}

/** The feed is the home page of every role except Admin. */
function Home() {
  return useUser().role === 'Admin' ? <Navigate to={paths.admin} /> : <HomePage />;
}

export function prefetchFirstPage(): void {
  void prefetchFirstScreen();
  if (!isMobile()) Sidebar.preload();
  if (location.pathname !== paths.home) preloadOtherPage().catch(() => undefined);
}
