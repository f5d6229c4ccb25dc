import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { CardSheet } from './card-sheet.tsx';
import type { ClassCards } from './issue-cards.ts';
import classes from './issued-cards-dialog.module.css';

interface Props {
  sheets: readonly ClassCards[];
  /** Why the cards of further classes are missing. */
  error: string | null;
  onClose: () => void;
}

/** New cards can be printed only now: the server does not keep their secrets. */
export function IssuedCardsDialog({ sheets, error, onClose }: Props) {
  const [isPrinted, setIsPrinted] = useState(false);
  const confirmDiscard = useConfirmDiscard(!isPrinted, {
    title: t`Rời khỏi đây?`,
    message: t`Thẻ chưa được in. Mã trên thẻ chỉ hiện một lần ở đây.`,
    confirmLabel: t`Rời đi`,
  });
  const count = sheets.reduce((sum, { cards }) => sum + cards.length, 0);
  const print = () => {
    window.print();
    setIsPrinted(true);
  };
  return (
    <Modal
      opened
      onClose={() => void confirmDiscard(onClose)}
      title={t`${count} thẻ để in`}
      closeOnClickOutside={false}
    >
      <FormError message={error} />
      <p>{t`Hãy in ngay: mã trên thẻ chỉ hiện một lần này.`}</p>
      <ul className={classes.list}>
        {sheets.map(({ classId, class_name: name, cards: { length } }) => (
          <li key={classId}>
            <strong>{t`Lớp ${name}`}</strong> {t`${length} thẻ`}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t`Đã in xong`}
        </Button>
        <Button leftSection={<IconPrinter size={20} aria-hidden />} onClick={print}>
          {t`In các thẻ`}
        </Button>
      </div>
      <CardSheet sheets={sheets} />
    </Modal>
  );
}
