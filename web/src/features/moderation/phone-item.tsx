import { t } from '@lingui/core/macro';
import { ActionIcon, Modal } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ModalRoot } from '../../ui/modal.tsx';
import { ItemFacts } from './item-facts.tsx';
import { ItemView } from './item-view.tsx';
import classes from './phone-item.module.css';
import { toKey } from './queue.cache.ts';
import type { Desk } from './use-desk.ts';

interface Props {
  desk: Desk;
  total: number;
  takenBy: string | undefined;
  onClose: () => void;
  /** The buttons at the bottom. */
  children: ReactNode;
}

/** The current item over the whole screen of a phone; after a decision it shows the next one. */
export function PhoneItem({ desk: { current, index }, total, takenBy, onClose, children }: Props) {
  const [isLightboxOpen, setIsLightboxOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const key = current && toKey(current);
  useEffect(() => {
    if (key) content.current?.scrollTo(0, 0);
  }, [key]);
  if (!current) return null;
  const place = index + 1;
  return (
    <ModalRoot
      opened
      fullScreen
      onClose={onClose}
      // Escape closes only the lightbox above it.
      closeOnEscape={!isLightboxOpen}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content className={classes.screen ?? ''} aria-label={t`Bàn duyệt`}>
        <Modal.Body className={classes.body ?? ''}>
          <div className={classes.head}>
            <ActionIcon variant="subtle" aria-label={t`Quay lại`} onClick={onClose}>
              <IconArrowLeft size={22} />
            </ActionIcon>
            <p>{t`mục ${place} / ${total}`}</p>
          </div>
          <div ref={content} className={classes.content}>
            <ItemView item={current} takenBy={takenBy} onLightboxChange={setIsLightboxOpen} />
            <div className={classes.facts}>
              <ItemFacts item={current} />
            </div>
          </div>
          <div className={classes.foot}>{children}</div>
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  );
}
