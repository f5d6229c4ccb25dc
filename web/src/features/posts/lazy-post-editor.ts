import { lazyPage } from '../../lib/lazy-page.ts';

export const PostEditor = lazyPage('post-editor', async () => {
  return (await import('./post-editor.tsx')).PostEditor;
});
