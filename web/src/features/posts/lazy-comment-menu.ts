import { lazyComponent } from '../../lib/lazy-component.ts';

export const CommentMenu = lazyComponent('comment-menu', async () => {
  return (await import('./comment-menu.tsx')).CommentMenu;
});
