import './modal-styles.ts';
import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIsMobile } from './use-is-mobile.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export interface FormWays {
  /** Told whether something would be lost. */
  onUnsaved: (isUnsaved: boolean) => void;
  /** Closes, after a question where something would be lost. */
  close: () => void;
}

interface Props {
  title: string;
  onClose: () => void;
  children: (ways: FormWays) => ReactNode;
}

/** A form in a dialog, which a careless click does not close. */
export function FormModal({ title, onClose, children }: Props) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  const guarded = useUnsavedGuard(isUnsaved);
  const close = () => void guarded(onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="44rem"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      {children({ onUnsaved: setIsUnsaved, close })}
    </Modal>
  );
}
