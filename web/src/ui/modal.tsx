import './modal-styles.ts';
import { Modal as MantineModal, type ModalProps, type ModalRootProps } from '@mantine/core';
import { useBackCloses } from './use-back-closes.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Mantine marks the title bar as the banner of the page, which is the header of the app. */
const plainHeader = { role: 'presentation' };

/** Mantine's modal, which Back closes too and which gives the focus back. */
export function Modal(props: ModalProps) {
  useBackCloses(props.opened, props.onClose);
  useReturnFocus(props.opened);
  return <MantineModal attributes={{ header: plainHeader }} {...props} />;
}

/** A modal whose parts its caller lays out. */
export function ModalRoot(props: ModalRootProps) {
  useBackCloses(props.opened, props.onClose);
  useReturnFocus(props.opened);
  return <MantineModal.Root {...props} />;
}
