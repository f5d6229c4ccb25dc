import { lazyComponent } from '../../lib/lazy-component.ts';

export const IssuedCardsDialog = lazyComponent('issued-cards-dialog', async () => {
  return (await import('./issued-cards-dialog.tsx')).IssuedCardsDialog;
});
