import { Modal as MantineModal, type ModalProps, type ModalRootProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import classes from './modal.module.css';
import { useBackCloses } from './use-back-closes.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Mantine marks the title bar as the banner of the page, which is the header of the app. */
const plainHeader = { role: 'presentation' };

const backIcon = <IconArrowLeft size={24} />;

/** Mantine's modal, which Back closes too and which gives the focus back. Over the whole screen it has a way back. */
export function Modal(props: ModalProps) {
  useBackCloses(props.opened, props.onClose);
  useReturnFocus(props.opened);
  const { fullScreen, className = '', closeButtonProps } = props;
  const backProps = fullScreen && {
    className: `${className} ${classes.fullScreen}`,
    closeButtonProps: { icon: backIcon, ...closeButtonProps },
  };
  return <MantineModal attributes={{ header: plainHeader }} {...props} {...backProps} />;
}

/** A modal whose parts its caller lays out. */
export function ModalRoot(props: ModalRootProps) {
  useBackCloses(props.opened, props.onClose);
  useReturnFocus(props.opened);
  return <MantineModal.Root {...props} />;
}
