export { ResetClassButton } from './reset-class-button.tsx';
export { delayedLoginLabel, unlockLabel, useUnlock } from './use-unlock.ts';
export type { UserOption } from './user-options.ts';
export { UserSelect } from './user-select.tsx';
