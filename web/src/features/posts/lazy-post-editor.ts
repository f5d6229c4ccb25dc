import { lazyComponent } from '../../lib/lazy-component.ts';

export const PostEditor = lazyComponent('post-editor', async () => {
  return (await import('./post-editor.tsx')).PostEditor;
});
