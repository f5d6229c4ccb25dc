import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { Modal } from '../../ui/modal.tsx';
import classes from './rejected-actions.module.css';

interface Props {
  rejected: readonly OutboxEntryView[];
  onClose: () => void;
}

/** Actions that the server rejected, with their text and files. Only the delete button removes them. */
export function RejectedActions({ rejected, onClose }: Props) {
  const outbox = useOutbox();
  const described = rejected.map((entry) => ({ ...entry, ...outbox.describe(entry) }));
  const hasContent = described.some(({ text, files = [] }) => text || files.length > 0);
  const discard = async () => {
    const isSure =
      !hasContent ||
      (await askToConfirm({
        title: t`Xóa khỏi máy này?`,
        message: t`Nội dung và ảnh chưa gửi sẽ mất.`,
        confirmLabel: t`Xóa`,
        isDanger: true,
      }));
    if (isSure) await Promise.all(rejected.map(({ seq }) => outbox.dismiss(seq)));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Máy chủ không nhận`}
      size="lg"
      closeOnClickOutside={false}
    >
      <ul className={classes.list}>
        {described.map(({ seq, title, rejectionMessage, text, files = [] }) => (
          <li key={seq}>
            <p className={classes.title}>{title}</p>
            <p className={classes.reason}>{rejectionMessage}</p>
            {text && <p className={classes.text}>{text}</p>}
            {files.length > 0 && <p className={classes.files}>{describeFiles(files)}</p>}
          </li>
        ))}
      </ul>
      <p className={classes.kept}>{t`Vẫn được giữ trên máy này cho đến khi bạn xóa.`}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => void discard()}>
          {t`Xóa khỏi máy này`}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t`Để sau`}
        </Button>
      </Group>
    </Modal>
  );
}

function describeFiles(files: readonly { name: string }[]): string {
  const count = files.length;
  const names = files.map(({ name }) => name).join(', ');
  return t`Kèm ${count} tệp: ${names}`;
}
