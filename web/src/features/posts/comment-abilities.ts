import type { Comment, CommentAbilities } from '@lop-xanh/contract/comments';

/**
 * The entries of a comment's menu. A comment that waits for a decision has buttons to approve and hide it.
 * Whoever can hide a comment has no use for reporting it, and its author simply deletes it.
 */
export function getCommentMenu({
  can,
}: Pick<Comment, 'can'>): Pick<CommentAbilities, 'delete' | 'hide' | 'report' | 'restore'> {
  return {
    delete: can.delete,
    hide: can.hide && !can.approve && !can.delete,
    report: can.report && !can.hide,
    restore: can.restore,
  };
}

export function hasCommentMenu(comment: Pick<Comment, 'can'>): boolean {
  return Object.values(getCommentMenu(comment)).some(Boolean);
}
