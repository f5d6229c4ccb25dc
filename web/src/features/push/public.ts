export { forgetPush } from './forget-push.ts';
export { noteUsefulMoment } from './offer-state.ts';
export { PushCard } from './push-card.tsx';
