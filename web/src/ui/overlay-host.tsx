import { t } from '@lingui/core/macro';
import { getTextLanguage } from '../language/text-language.ts';
import '@mantine/notifications/styles.layer.css';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Text } from '@mantine/core';
import { ModalsProvider, modals, useModals } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconCloudUp, IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import dialog from './dialog.module.css';
import type { DialogMessage, Question, TextQuestion } from './dialogs.ts';
import { MantineRoot } from './mantine-root.tsx';
import { TextQuestionForm } from './text-question-form.tsx';
import classes from './toast.module.css';
import type { Toast } from './toast.ts';
import { useBackCloses } from './use-back-closes.ts';
import { useIsMobile } from './use-is-mobile.ts';

const kinds = {
  success: { Icon: IconCheck, className: classes.success },
  error: { Icon: IconAlertTriangle, className: classes.error },
  info: { Icon: IconInfoCircle, className: classes.info },
  kept: { Icon: IconCloudUp, className: classes.kept },
};

/** A dialog may open on top of a page's own modal. */
const dialogZIndex = 300;

let reportReady: () => void;
export const isReady = new Promise<void>((resolve) => {
  reportReady = resolve;
});

export function OverlayHost() {
  useEffect(() => reportReady(), []);
  return (
    <MantineRoot>
      <Notifications
        position={useIsMobile() ? 'bottom-center' : 'top-right'}
        limit={4}
        classNames={{ root: classes.stack }}
      />
      <ModalsProvider modalProps={{ zIndex: dialogZIndex }}>
        <BackClosesDialogs />
      </ModalsProvider>
    </MantineRoot>
  );
}

function BackClosesDialogs() {
  const { modals: open, closeModal } = useModals();
  return open.map(({ id }) => <BackCloses key={id} close={() => closeModal(id)} />);
}

function BackCloses({ close }: { close: () => void }) {
  useBackCloses(true, close);
  return null;
}

export function showToast({ kind, message, durationMs = limits.toastMs, id }: Toast): void {
  const { Icon, className } = kinds[kind];
  notifications.show({
    ...(id && { id }),
    message: (
      <>
        <span lang={getTextLanguage(message)}>{message}</span>
        {kind === 'kept' && <p className={classes.note}>{t`Đã giữ, sẽ tự gửi`}</p>}
      </>
    ),
    autoClose: durationMs,
    icon: <Icon size={22} aria-hidden />,
    classNames: { root: `${classes.toast} ${className}`, description: classes.message },
    closeButtonProps: { 'aria-label': t`Đóng thông báo` },
  });
}

export function askQuestion({ title, message, confirmLabel, isDanger = false }: Question) {
  return new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      title: <span lang={getTextLanguage(title)}>{title}</span>,
      children: (
        <Text className={dialog.message ?? ''} lang={getTextLanguage(message)}>
          {message}
        </Text>
      ),
      labels: { confirm: confirmLabel, cancel: t`Hủy` },
      cancelProps: { 'data-autofocus': isDanger || undefined },
      confirmProps: {
        color: isDanger ? 'clay' : 'leaf',
        lang: getTextLanguage(confirmLabel),
        'data-autofocus': !isDanger || undefined,
      },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}

export function askTextQuestion({ title, ...question }: TextQuestion) {
  return new Promise<string | null>((resolve) => {
    const id = modals.open({
      title,
      children: (
        <TextQuestionForm
          {...question}
          onSubmit={(text) => {
            resolve(text);
            modals.close(id);
          }}
        />
      ),
      onClose: () => resolve(null),
    });
  });
}

export function showMessage({ title, message }: DialogMessage) {
  return new Promise<void>((resolve) => {
    modals.openConfirmModal({
      title: <span lang={getTextLanguage(title)}>{title}</span>,
      children: <Text lang={getTextLanguage(message)}>{message}</Text>,
      labels: { confirm: t`Đã hiểu`, cancel: '' },
      cancelProps: { display: 'none' },
      confirmProps: { 'data-autofocus': true },
      onClose: () => resolve(),
    });
  });
}
