import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { useDraftText } from '../../lib/drafts.ts';
import { useUser } from '../../lib/visitor.ts';
import { toast } from '../../ui/toast.ts';
import classes from './post-comments.module.css';
import { usePostAct } from './posts.api.ts';

export function CommentBox({ postId }: { postId: number }) {
  const [text, setText] = useDraftText(useUser().id, `comment:${postId}`);
  const [isSending, setIsSending] = useState(false);
  const act = usePostAct();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const comment = text.trim();
    if (comment === '' || isSending) return;
    setIsSending(true);
    try {
      // Not only once it is sent: a tab that is closed meanwhile must not offer it a second time.
      const onSafe = () => setText('');
      const outcome = await act({ kind: 'comment', post: postId, text: comment }, { onSafe });
      if (outcome === 'waiting') toast({ kind: 'error', message: messages.feed.commentFailed });
    } catch (error) {
      setText(text);
      toast({ kind: 'error', message: errorMessageOr(messages.feed.commentFailed, error) });
    }
    setIsSending(false);
  };
  return (
    <form className={classes.box} onSubmit={(event) => void send(event)}>
      <TextInput
        className={classes.field ?? ''}
        aria-label="Viết bình luận"
        placeholder="Viết bình luận…"
        autoComplete="off"
        maxLength={limits.commentMax}
        value={text}
        readOnly={isSending}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ActionIcon type="submit" aria-label="Gửi bình luận" loading={isSending}>
        <IconSend size={20} />
      </ActionIcon>
    </form>
  );
}
