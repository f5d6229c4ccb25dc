import { lazyComponent } from '../../lib/lazy-component.ts';

export const CommentsDialog = lazyComponent('comments-dialog', async () => {
  return (await import('./comments-dialog.tsx')).CommentsDialog;
});
