import { lazyComponent } from '../lib/lazy-component.ts';

/** A visitor downloads neither the pages behind the login nor the libraries that only they need. */
export const MemberApp = lazyComponent('member-pages', async () => {
  return (await import('./member-app.tsx')).MemberApp;
});
export const LoginPage = lazyComponent('login-page', async () => {
  return (await import('../features/auth/login-page.tsx')).LoginPage;
});
export const CardApp = lazyComponent('card-login-page', async () => {
  return (await import('./card-app.tsx')).CardApp;
});

/** Most users open the home page first. */
export const OtherPages = lazyComponent('other-pages', async () => {
  return (await import('./other-pages.tsx')).OtherPages;
});

export async function preloadOtherPage(): Promise<void> {
  (await import('./other-pages.tsx')).preloadPage();
}

/** Fetches the first page's code and data in parallel. */
export async function prefetchFirstPage(): Promise<void> {
  (await import('./member-pages.tsx')).prefetchFirstPage();
}
