import './modal-styles.ts';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Text } from '@mantine/core';
import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Notice, Question, TextQuestion } from './dialogs.ts';
import { TextQuestionForm } from './text-question-form.tsx';
import classes from './toast.module.css';
import type { Toast } from './toast.ts';
import { useIsMobile } from './use-is-mobile.ts';

const icons = { success: IconCheck, error: IconAlertTriangle, info: IconInfoCircle };

/** A question may be asked from within a modal of a page. */
const aboveOtherModals = 300;

let reportReady: () => void;
export const isReady = new Promise<void>((ready) => {
  reportReady = ready;
});

export function OverlayHost() {
  useEffect(() => reportReady(), []);
  return (
    <>
      <Notifications
        position={useIsMobile() ? 'bottom-center' : 'top-right'}
        limit={4}
        classNames={{ root: classes.stack }}
      />
      <ModalsProvider modalProps={{ zIndex: aboveOtherModals }} />
    </>
  );
}

export function showToast({ kind, message, durationMs = limits.toastMs, id }: Toast): void {
  const Icon = icons[kind];
  notifications.show({
    ...(id && { id }),
    message,
    autoClose: durationMs,
    icon: <Icon size={22} aria-hidden />,
    classNames: { root: `${classes.toast} ${classes[kind]}`, description: classes.message },
    closeButtonProps: { 'aria-label': 'Đóng thông báo' },
  });
}

export function askQuestion({ title, message, confirm, isDanger = false }: Question) {
  return new Promise<boolean>((answer) => {
    modals.openConfirmModal({
      title,
      children: <Text>{message}</Text>,
      labels: { confirm, cancel: 'Hủy' },
      cancelProps: { 'data-autofocus': isDanger || undefined },
      confirmProps: { color: isDanger ? 'clay' : 'leaf', 'data-autofocus': !isDanger || undefined },
      onConfirm: () => answer(true),
      onClose: () => answer(false),
    });
  });
}

export function askTextQuestion({ title, ...question }: TextQuestion) {
  return new Promise<string | null>((answer) => {
    const id = modals.open({
      title,
      children: (
        <TextQuestionForm
          {...question}
          onAnswer={(text) => {
            answer(text);
            modals.close(id);
          }}
        />
      ),
      onClose: () => answer(null),
    });
  });
}

export function giveNotice({ title, message }: Notice) {
  return new Promise<void>((noted) => {
    modals.openConfirmModal({
      title,
      children: <Text>{message}</Text>,
      labels: { confirm: 'Đã hiểu', cancel: '' },
      cancelProps: { display: 'none' },
      confirmProps: { 'data-autofocus': true },
      onClose: () => noted(),
    });
  });
}
