import { lazyComponent } from '../../lib/lazy-component.ts';

/** Only for a login with a second factor. */
export const SecondStep = lazyComponent('second-step', async () => {
  return (await import('./second-step.tsx')).SecondStep;
});

export const PasskeyButton = lazyComponent('passkey-button', async () => {
  return (await import('./passkey-button.tsx')).PasskeyButton;
});
