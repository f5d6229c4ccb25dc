export { ClassLettersDialog, FamilyDialog, LinkParentDialog } from './lazy-dialogs.ts';
export { LetterList } from './letter-list.tsx';
export { UnlinkButton } from './unlink-button.tsx';
