import { lazyComponent } from '../lib/lazy-component.ts';

const loadMemberPages = () => import('./member-pages.tsx');

/** A visitor does not download the pages behind the login, nor a logged-in user the login page. */
export const MemberPages = lazyComponent('member-pages', async () => {
  return (await loadMemberPages()).MemberPages;
});
export const LoginPage = lazyComponent('login-page', async () => {
  return (await import('../features/auth/login-page.tsx')).LoginPage;
});
export const CardLogin = lazyComponent('card-login-page', async () => {
  return (await import('../features/cards/card-login-page.tsx')).CardLoginPage;
});

/** Fetches the first page's code and data in parallel. */
export async function prefetchFirstPage(): Promise<void> {
  (await loadMemberPages()).prefetchFirstPage();
}
