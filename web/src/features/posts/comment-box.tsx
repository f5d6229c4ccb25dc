import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { useDraftText } from '../../lib/drafts.ts';
import { useReopenedSeq } from '../../lib/outbox/use-reopened.ts';
import { PlainIconButton } from '../../ui/plain-button.tsx';
import { PlainInput } from '../../ui/plain-field.tsx';
import { toast } from '../../ui/toast.ts';
import { getCommentDraftName } from './comment-draft.ts';
import classes from './post-comments.module.css';
import { useSubmitPostAction } from './posts.api.ts';

export function CommentBox({ postId }: { postId: number }) {
  const [text, setText] = useDraftText(useUser().id, getCommentDraftName(postId));
  const reopenedSeq = useReopenedSeq();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (reopenedSeq !== undefined) field.current?.focus();
  }, [reopenedSeq]);
  const [isSending, setIsSending] = useState(false);
  const submitAction = useSubmitPostAction();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const comment = text.trim();
    if (comment === '' || isSending) return;
    setIsSending(true);
    try {
      // Once the outbox has the comment, clear the draft, or a reload would offer it again.
      const onStored = () => setText('');
      const outcome = await submitAction(
        { kind: 'comment', post: postId, text: comment },
        { onStored, replaces: reopenedSeq },
      );
      if (outcome === 'waiting') toast({ kind: 'kept', message: messages.feed.commentFailed });
    } catch (error) {
      setText(text);
      toast({ kind: 'error', message: describeError(error, messages.feed.commentFailed) });
    }
    setIsSending(false);
  };
  return (
    <form className={classes.commentBox} onSubmit={(event) => void send(event)}>
      <PlainInput
        aria-label={t`Viết bình luận`}
        placeholder={t`Viết bình luận…`}
        autoComplete="off"
        ref={field}
        maxLength={limits.maxCommentLength}
        value={text}
        readOnly={isSending}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PlainIconButton type="submit" aria-label={t`Gửi bình luận`} isLoading={isSending}>
        <IconSend size={20} />
      </PlainIconButton>
    </form>
  );
}
