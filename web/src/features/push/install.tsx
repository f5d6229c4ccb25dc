import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { installPrompt } from '../../lib/install-prompt.ts';

/** How to put the app on the home screen of an iPhone or iPad, where only then it can show messages. */
export function InstallSteps() {
  return (
    <p>{t`Trên iPhone và iPad, trước hết hãy thêm Lớp Xanh vào màn hình chính: chạm nút Chia sẻ của Safari, chọn Thêm vào MH chính, rồi mở Lớp Xanh từ đó.`}</p>
  );
}

/** For browsers that let a page offer its installation. */
export function InstallButton() {
  const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.read);
  if (!prompt) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={20} aria-hidden />}
      onClick={() => void installPrompt.use()}
    >
      {t`Cài Lớp Xanh lên máy này`}
    </Button>
  );
}
