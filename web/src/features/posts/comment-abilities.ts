import type { Comment, CommentAbilities } from '@lop-xanh/contract/comments';

/**
 * The entries of a comment's menu. Whoever can hide a comment has no use for reporting it, and its
 * author, even if a moderator, simply deletes it.
 */
export function getCommentMenu({ can }: Pick<Comment, 'can'>): CommentAbilities {
  return {
    ...can,
    hide: can.hide && !can.delete,
    report: can.report && !can.hide,
  };
}

export function hasCommentMenu(comment: Pick<Comment, 'can'>): boolean {
  return Object.values(getCommentMenu(comment)).some(Boolean);
}
