export { toCellProblems } from './import-problems.ts';
export { ImportProblems } from './import-report.tsx';
export { getLeaveQuestion, IssuedPasswordsDialog } from './issued-passwords.tsx';
export { ResetClassButton } from './reset-class-button.tsx';
export { TableDropZone } from './table-picker.tsx';
export { usePasswordReset } from './use-password-reset.ts';
export { useUnlock } from './use-unlock.ts';
export type { UserOption } from './user-options.ts';
export { UserSelect } from './user-select.tsx';
