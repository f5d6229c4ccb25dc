import { t } from '@lingui/core/macro';
import { Button, Stack, Text } from '@mantine/core';
import { messages } from '../language/messages.ts';
import { getTextLanguage } from '../language/text-language.ts';
import { navigate } from '../lib/routing/navigate.ts';
import { Modal } from '../ui/modal.tsx';

interface Props {
  message?: string | undefined;
  home: string;
}

export function NoPermission({ message = messages.access.denied, home }: Props) {
  const goHome = () => navigate(home, { replace: true });

  return (
    <Modal opened onClose={goHome} title={t`Không có quyền truy cập`} withCloseButton={false}>
      <title>{`${t`Không có quyền truy cập`} · Lớp Xanh`}</title>
      <Stack>
        <Text lang={getTextLanguage(message)}>{message}</Text>
        <Button onClick={goHome} data-autofocus>
          {t`Về trang chủ`}
        </Button>
      </Stack>
    </Modal>
  );
}
