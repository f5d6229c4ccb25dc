import { lazyComponent } from '../../lib/lazy-component.ts';

export const DepartureDialog = lazyComponent('departure-dialogs', async () => {
  return (await import('./departure-dialogs.tsx')).DepartureDialog;
});
