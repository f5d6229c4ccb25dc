import { t } from '@lingui/core/macro';
import { ActionIcon } from '@mantine/core';
import { IconMessageCog } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';

const CommentSettingsDialog = lazyComponent('comment-settings-dialog', async () => {
  return (await import('./comment-settings-dialog.tsx')).CommentSettingsDialog;
});

/** Opens the comment settings of a Mod's school. */
export function CommentSettingsButton() {
  const [isOpen, setIsOpen] = useState(false);
  const label = t`Cài đặt bình luận`;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        title={label}
        onClick={() => setIsOpen(true)}
      >
        <IconMessageCog size={22} />
      </ActionIcon>
      <Suspense>{isOpen && <CommentSettingsDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
