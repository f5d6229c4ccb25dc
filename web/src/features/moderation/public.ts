export { CommentSettingsButton } from './comment-settings-button.tsx';
export { ClassCommentsDialog } from './lazy-class-comments-dialog.ts';
