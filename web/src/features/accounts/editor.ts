import { lazyComponent } from '../../lib/lazy-component.ts';

export const AccountEditor = lazyComponent('account-editor', async () => {
  return (await import('./account-editor.tsx')).AccountEditor;
});
