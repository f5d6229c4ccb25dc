export { useConsentLoading } from './consent.api.ts';
export { ConsentCard } from './consent-card.tsx';
export { ConsentQuestions } from './consent-questions.tsx';
export { ConsentBadge, ConsentSides } from './consent-state.tsx';
export { ConsentWarning } from './consent-warning.tsx';
export {
  ClassConsentDialog,
  ConsentDialog,
  ConsentPostsDialog,
} from './lazy-dialogs.ts';
export { PhotoConsent, usePhotoConsent } from './photo-consent.tsx';
