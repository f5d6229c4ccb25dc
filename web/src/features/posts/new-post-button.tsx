import { t } from '@lingui/core/macro';
import { IconPencil, IconPhoto } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { PostEditor } from './lazy-post-editor.ts';
import classes from './new-post-button.module.css';
import { hasPostDraft } from './post-draft.ts';

/** A button that looks like a text field and opens the editor. */
export function NewPostButton() {
  const user = useUser();
  const [isEditorOpen, setIsEditorOpen] = useState(false);
  const hasDraft = hasPostDraft(user.id);
  return (
    <Card>
      <div className={classes.newPost}>
        <Avatar user={user} />
        <button
          type="button"
          className={classes.field}
          aria-haspopup="dialog"
          onClick={() => setIsEditorOpen(true)}
        >
          {hasDraft ? <IconPencil size={20} aria-hidden /> : <IconPhoto size={20} aria-hidden />}
          {hasDraft ? t`Viết tiếp bản nháp…` : t`Hôm nay lớp có gì vui?`}
        </button>
      </div>
      <Suspense>{isEditorOpen && <PostEditor onClose={() => setIsEditorOpen(false)} />}</Suspense>
    </Card>
  );
}
