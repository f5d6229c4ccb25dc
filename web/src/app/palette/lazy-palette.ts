import { lazyComponent } from '../../lib/lazy-component.ts';

export const Palette = lazyComponent('palette', async () => {
  return (await import('./palette.tsx')).Palette;
});
