export { ConsentCard } from './consent-card.tsx';
export { ConsentWarning } from './consent-warning.tsx';
export {
  ClassConsentDialog,
  ConsentDialog,
  ConsentPostsDialog,
  ConsentQuestions,
} from './lazy-dialogs.ts';
export { PhotoConsent, usePhotoConsent } from './photo-consent.tsx';
