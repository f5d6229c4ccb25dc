import { lazyComponent } from '../../lib/lazy-component.ts';

export const SelectionBar = lazyComponent('selection-bar', async () => {
  return (await import('./selection-bar.tsx')).SelectionBar;
});
