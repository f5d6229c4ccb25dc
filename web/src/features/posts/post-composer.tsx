import { IconPencil, IconPhoto } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useUser } from '../../lib/visitor.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { PostEditor } from './editor.ts';
import classes from './post-composer.module.css';
import { hasPostDraft } from './post-draft.ts';

/** Looks like the field it stands for; the writing happens in the modal that it opens. */
export function PostComposer() {
  const user = useUser();
  const [isWriting, setIsWriting] = useState(false);
  const hasDraft = hasPostDraft(user.id);
  return (
    <Card>
      <div className={classes.composer}>
        <Avatar person={user} />
        <button
          type="button"
          className={classes.field}
          aria-haspopup="dialog"
          onClick={() => setIsWriting(true)}
        >
          {hasDraft ? <IconPencil size={20} aria-hidden /> : <IconPhoto size={20} aria-hidden />}
          {hasDraft ? 'Viết tiếp bản nháp…' : 'Hôm nay lớp có gì vui?'}
        </button>
      </div>
      <Suspense>{isWriting && <PostEditor onClose={() => setIsWriting(false)} />}</Suspense>
    </Card>
  );
}
