import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { refusalOr } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { toast } from '../../ui/toast.ts';
import classes from './post-comments.module.css';
import { useCommentOnPost } from './posts.api.ts';

export function CommentBox({ postId }: { postId: number }) {
  const [text, setText] = useState('');
  const { mutate, isPending } = useCommentOnPost(postId);
  const submission = useSubmissionKey();

  const send = (event: FormEvent) => {
    event.preventDefault();
    const comment = text.trim();
    if (comment === '' || isPending) return;
    mutate(
      { text: comment, key: submission.keyFor(comment) },
      {
        onSuccess: () => {
          submission.forget();
          setText('');
        },
        onError: (error) =>
          toast({ kind: 'error', message: refusalOr(messages.feed.commentFailed, error) }),
      },
    );
  };
  return (
    <form className={classes.box} onSubmit={send}>
      <TextInput
        className={classes.field ?? ''}
        aria-label="Viết bình luận"
        placeholder="Viết bình luận…"
        autoComplete="off"
        maxLength={limits.commentMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ActionIcon type="submit" aria-label="Gửi bình luận" loading={isPending}>
        <IconSend size={20} />
      </ActionIcon>
    </form>
  );
}
