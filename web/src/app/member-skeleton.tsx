import { paths } from '../lib/paths.ts';
import { useLocation } from '../lib/routing/location.ts';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';
import { Splash } from './splash.tsx';

/** The same as `public/first-page.js` shows: the scanner of a phone has no frame. */
export function MemberSkeleton() {
  const { pathname } = useLocation();
  return pathname === paths.scan ? <Splash /> : <ShellSkeleton pathname={pathname} />;
}
