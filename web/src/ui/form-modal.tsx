import './modal-styles.ts';
import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIsMobile } from './use-is-mobile.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export interface FormWays {
  isUnsaved: boolean;
  /** Told whether something would be lost. */
  onUnsaved: (isUnsaved: boolean) => void;
  /** Closes, after a question where something would be lost. */
  close: () => void;
}

interface Props {
  title: string;
  size?: string;
  /** The class of the part below the title. */
  bodyClass?: string | undefined;
  onClose: () => void;
  children: (ways: FormWays) => ReactNode;
}

/** A form in a dialog, which a careless click does not close. */
export function FormModal({ title, size = '44rem', bodyClass, onClose, children }: Props) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  const guarded = useUnsavedGuard(isUnsaved);
  const close = () => void guarded(onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
      classNames={{ body: bodyClass }}
    >
      {children({ isUnsaved, onUnsaved: setIsUnsaved, close })}
    </Modal>
  );
}
