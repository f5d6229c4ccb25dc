import { Fragment, Suspense, useEffect, useLayoutEffect } from 'react';
import { getDeviceLanguage, showLanguage, useLanguage } from '../language/language.ts';
import { paths } from '../lib/paths.ts';
import { useLocation } from '../lib/routing/location.ts';
import { Navigate } from '../lib/routing/navigate.ts';
import { matchPath } from '../lib/routing/route-params.ts';
import { useSession } from '../lib/session.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { getLoginPath } from './landing.ts';
import { LoginPage, MemberApp } from './lazy-screens.ts';
import { Splash } from './splash.tsx';

/** Every path leads a visitor to the login page. */
export function Visitor() {
  useEffect(() => void showLanguage(getDeviceLanguage()), []);
  // first-page.js took the user for one with a session, which the server has rejected.
  useLayoutEffect(() => void delete document.documentElement.dataset.audience, []);
  // What comes after the login is fetched while the user types.
  useEffect(() => whenIdle(MemberApp.preload), []);
  return (
    <Fragment key={useLanguage()}>
      <Suspense fallback={<Splash />}>
        <RedirectToLogin />
        <LoginPage />
      </Suspense>
    </Fragment>
  );
}

function RedirectToLogin() {
  const { end } = useSession();
  const { pathname } = useLocation();
  if (matchPath(paths.login, pathname)) return null;
  // After a logout there is no page to return to.
  return <Navigate to={end === 'logout' ? paths.login : getLoginPath(pathname)} />;
}
