export { ConsentCard } from './consent-card.tsx';
export {
  ClassConsentDialog,
  ConsentDialog,
  ConsentPostsDialog,
  ConsentQuestions,
} from './lazy-dialogs.ts';
export { PhotoConsent, usePhotoConsent } from './photo-consent.tsx';
