import { lazyComponent } from '../../lib/lazy-component.ts';

export const SubstituteDialog = lazyComponent('substitute-dialog', async () => {
  return (await import('./substitute-dialog.tsx')).SubstituteDialog;
});
