import { t } from '@lingui/core/macro';
import type { DataRequest } from '@lop-xanh/contract/privacy';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { AnswerDialog } from './answer-dialog.tsx';
import { CertificateDialog } from './certificate-dialog.tsx';
import { CopyButton } from './copy-button.tsx';
import { ErasureDialog } from './erasure-dialog.tsx';
import { FinishDialog } from './finish-dialog.tsx';
import classes from './request-actions.module.css';

const dialogs = {
  answer: AnswerDialog,
  finish: FinishDialog,
  erase: ErasureDialog,
  certificate: CertificateDialog,
};

/** What the office can do next. */
export function RequestActions({ request }: { request: DataRequest }) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const { can, certificate } = request;
  const canDo = { ...can, certificate: certificate !== null };
  const Dialog = open && dialogs[open];
  if (!Object.values(canDo).includes(true)) return null;
  const button = (name: keyof typeof dialogs, label: string, rest: ButtonLook = {}) =>
    canDo[name] && (
      <Button aria-haspopup="dialog" {...rest} onClick={() => setOpen(name)}>
        {label}
      </Button>
    );
  return (
    <div className={classes.actions}>
      {button('answer', t`Trả lời`)}
      {can.download && <CopyButton request={request} />}
      {button('finish', t`Ghi kết quả`)}
      {button('erase', t`Xem và xóa`, { color: 'clay' })}
      {button('certificate', t`Biên bản xóa`, {
        variant: 'default',
        leftSection: <IconPrinter size={20} aria-hidden />,
      })}
      {Dialog && <Dialog request={request} onClose={() => setOpen(null)} />}
    </div>
  );
}

interface ButtonLook {
  color?: string;
  variant?: string;
  leftSection?: ReactNode;
}
