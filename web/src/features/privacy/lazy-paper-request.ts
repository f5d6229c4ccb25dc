import { lazyComponent } from '../../lib/lazy-component.ts';

export const PaperRequestDialog = lazyComponent('paper-request-dialog', async () => {
  return (await import('./paper-request-dialog.tsx')).PaperRequestDialog;
});
