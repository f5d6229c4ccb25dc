import { forgetOffer } from './offer-state.ts';

/** Called at a logout. */
export function forgetPush(userId: number): void {
  forgetOffer(userId);
  void import('./push-device.ts').then(({ forgetDevice }) => forgetDevice()).catch(() => {});
}
