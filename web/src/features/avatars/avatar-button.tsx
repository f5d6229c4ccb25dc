import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';

const AvatarDialog = lazyComponent('avatar-dialog', async () => {
  return (await import('./avatar-dialog.tsx')).AvatarDialog;
});

/** Opens the choice of the user's own avatar. */
export function AvatarButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onMouseEnter={AvatarDialog.preload} onClick={() => setIsOpen(true)}>
        {t`Đổi ảnh đại diện`}
      </Button>
      <Suspense>{isOpen && <AvatarDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
