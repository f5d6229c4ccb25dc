import { lazyComponent } from '../../lib/lazy-component.ts';

export const AnswerDialog = lazyComponent('answer-dialog', async () => {
  return (await import('./answer-dialog.tsx')).AnswerDialog;
});

export const ConsentDialog = lazyComponent('consent-dialog', async () => {
  return (await import('./consent-dialog.tsx')).ConsentDialog;
});

export const ClassConsentDialog = lazyComponent('class-consent-dialog', async () => {
  return (await import('./class-consent-dialog.tsx')).ClassConsentDialog;
});

export const ConsentPostsDialog = lazyComponent('consent-posts-dialog', async () => {
  return (await import('./consent-posts-dialog.tsx')).ConsentPostsDialog;
});
