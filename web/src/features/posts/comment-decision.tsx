import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconCheck, IconEyeOff } from '@tabler/icons-react';
import classes from './comment-state.module.css';
import type { OptimisticComment } from './local-posts.ts';
import { useCommentActions } from './use-comment-actions.ts';

interface Props {
  postId: number;
  comment: OptimisticComment;
}

/** For a moderator, on a comment that waits for a decision. */
export function CommentDecision({ postId, comment }: Props) {
  const { approve, hide } = useCommentActions(postId, comment);
  return (
    <div className={classes.decision}>
      <Button leftSection={<IconCheck size={20} aria-hidden />} onClick={() => void approve()}>
        {comment.status === 'held' ? t`Duyệt` : t`Giữ bình luận`}
      </Button>
      <Button
        variant="default"
        leftSection={<IconEyeOff size={20} aria-hidden />}
        onClick={() => void hide()}
      >
        {t`Ẩn`}
      </Button>
    </div>
  );
}
