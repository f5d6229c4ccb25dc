import './modal-styles.ts';
import { Modal as MantineModal, type ModalProps, type ModalRootProps } from '@mantine/core';
import { useBackCloses } from './use-back-closes.ts';

/** Mantine's modal, which Back closes too. */
export function Modal(props: ModalProps) {
  useBackCloses(props.opened, props.onClose);
  return <MantineModal {...props} />;
}

/** A modal whose parts its caller lays out. */
export function ModalRoot(props: ModalRootProps) {
  useBackCloses(props.opened, props.onClose);
  return <MantineModal.Root {...props} />;
}
