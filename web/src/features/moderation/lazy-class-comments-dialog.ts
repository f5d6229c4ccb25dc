import { lazyComponent } from '../../lib/lazy-component.ts';

export const ClassCommentsDialog = lazyComponent('class-comments-dialog', async () => {
  return (await import('./class-comments-dialog.tsx')).ClassCommentsDialog;
});
