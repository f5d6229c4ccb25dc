import { lazyComponent } from '../../lib/lazy-component.ts';

export const ClassAvatars = lazyComponent('class-avatars', async () => {
  return (await import('./class-avatars.tsx')).ClassAvatars;
});
