import { type ReactNode, useState } from 'react';
import { Modal } from './modal.tsx';
import { useConfirmDiscard } from './use-confirm-discard.ts';
import { useIsMobile } from './use-is-mobile.ts';

export interface FormControls {
  isUnsaved: boolean;
  /** The form reports here whether it has unsaved changes. */
  onUnsaved: (isUnsaved: boolean) => void;
  /** Closes; asks first if there are unsaved changes. */
  close: () => void;
}

interface Props {
  title: string;
  size?: string;
  onClose: () => void;
  children: (controls: FormControls) => ReactNode;
}

/** A form in a modal that a click outside does not close. */
export function FormModal({ title, size = '44rem', onClose, children }: Props) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  const confirmDiscard = useConfirmDiscard(isUnsaved);
  const close = () => void confirmDiscard(onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      {children({ isUnsaved, onUnsaved: setIsUnsaved, close })}
    </Modal>
  );
}
