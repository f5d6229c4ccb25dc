import { t } from '@lingui/core/macro';
import { Button, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { useGoBack } from '../../lib/use-go-back.ts';
import { Modal } from '../../ui/modal.tsx';

/** Covers the error of a post page after a 403 or 401; the only way out is back. */
export function AccessDeniedModal() {
  const goBack = useGoBack();
  return (
    <Modal opened onClose={goBack} title={messages.post.warning} withCloseButton={false}>
      <Stack>
        <Text>{messages.post.denied}</Text>
        <Button
          onClick={goBack}
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          data-autofocus
        >
          {t`Quay lại`}
        </Button>
      </Stack>
    </Modal>
  );
}
