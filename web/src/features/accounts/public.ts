export { ResetClassButton } from './reset-class-button.tsx';
export { useUnlock } from './use-unlock.ts';
export type { UserOption } from './user-options.ts';
export { UserSelect } from './user-select.tsx';
