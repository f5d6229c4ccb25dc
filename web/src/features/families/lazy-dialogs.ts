import { lazyComponent } from '../../lib/lazy-component.ts';

export const ClassLettersDialog = lazyComponent('class-letters-dialog', async () => {
  return (await import('./class-letters-dialog.tsx')).ClassLettersDialog;
});

export const FamilyDialog = lazyComponent('family-dialog', async () => {
  return (await import('./family-dialog.tsx')).FamilyDialog;
});

export const ParentLetterDialog = lazyComponent('parent-letter-dialog', async () => {
  return (await import('./parent-letter-dialog.tsx')).ParentLetterDialog;
});

export const LinkParentDialog = lazyComponent('link-parent-dialog', async () => {
  return (await import('./link-parent-dialog.tsx')).LinkParentDialog;
});
