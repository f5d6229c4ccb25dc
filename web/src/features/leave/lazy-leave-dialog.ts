import { lazyComponent } from '../../lib/lazy-component.ts';

export const LeaveDialog = lazyComponent('leave-dialog', async () => {
  return (await import('./leave-dialog.tsx')).LeaveDialog;
});
