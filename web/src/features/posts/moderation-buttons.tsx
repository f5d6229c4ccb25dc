import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { getTextLanguage } from '../../language/text-language.ts';
import classes from './post-buttons.module.css';
import { useModeration } from './use-moderation.ts';

interface Props {
  post: Post;
  isOnCard?: boolean;
}

export function ModerationButtons({ post, isOnCard = false }: Props) {
  const { approve, reject, isApproving, isRejecting } = useModeration(post, { isOnCard });
  if (!post.can.approve && !post.can.reject) return null;
  return (
    <div className={classes.moderation}>
      {post.can.approve && (
        <Button
          lang={getTextLanguage(t`Approve`)}
          leftSection={<IconCheck size={20} aria-hidden />}
          loading={isApproving}
          disabled={isRejecting}
          onClick={() => void approve()}
        >
          {t`Approve`}
        </Button>
      )}
      {post.can.reject && (
        <Button
          variant="default"
          lang={getTextLanguage(t`Reject`)}
          leftSection={<IconX size={20} aria-hidden />}
          loading={isRejecting}
          disabled={isApproving}
          onClick={() => void reject()}
        >
          {t`Reject`}
        </Button>
      )}
    </div>
  );
}
