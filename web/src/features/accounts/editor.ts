import { lazyPage } from '../../lib/lazy-page.ts';

export const AccountEditor = lazyPage('account-editor', async () => {
  return (await import('./account-editor.tsx')).AccountEditor;
});
