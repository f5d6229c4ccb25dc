import { t } from '@lingui/core/macro';
import type { DataRequest } from '@lop-xanh/contract/privacy';
import { Button, Group, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { Modal } from '../../ui/modal.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import classes from './certificate.module.css';
import { Certificate } from './certificate.tsx';

interface Props {
  request: DataRequest;
  onClose: () => void;
}

/** The certificate of an erasure, to read and to print. */
export function CertificateDialog({ request, onClose }: Props) {
  const isMobile = useIsMobile();
  const { certificate } = request;
  if (!certificate) return null;
  const sheet = <Certificate request={request} certificate={certificate} />;
  return (
    <Modal opened onClose={onClose} title={t`Biên bản xóa`} size="48rem" fullScreen={isMobile}>
      <Stack>
        {sheet}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t`Đóng`}
          </Button>
          <Button
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={() => window.print()}
          >
            {t`In`}
          </Button>
        </Group>
      </Stack>
      {createPortal(
        <div className={classes.paper} ref={printOnly}>
          {sheet}
        </div>,
        document.body,
      )}
    </Modal>
  );
}
