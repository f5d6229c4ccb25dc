export {
  ClassLettersDialog,
  FamilyDialog,
  LinkParentDialog,
  ParentLetterDialog,
} from './lazy-dialogs.ts';
export { LetterList } from './letter-list.tsx';
export { UnlinkButton } from './unlink-button.tsx';
