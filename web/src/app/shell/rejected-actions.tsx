import '../../ui/modal-styles.ts';
import { Button, Group, Modal } from '@mantine/core';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
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
        title: 'Xóa khỏi máy này?',
        message: 'Nội dung và ảnh chưa gửi sẽ mất.',
        confirmLabel: 'Xóa',
        isDanger: true,
      }));
    if (isSure) await Promise.all(rejected.map(({ seq }) => outbox.dismiss(seq)));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Máy chủ không nhận"
      size="lg"
      closeOnClickOutside={false}
    >
      <ul className={classes.list}>
        {described.map(({ seq, title, rejectionMessage, text, files = [] }) => (
          <li key={seq}>
            <p className={classes.title}>{title}</p>
            <p className={classes.reason}>{rejectionMessage}</p>
            {text && <p className={classes.text}>{text}</p>}
            {files.length > 0 && (
              <p className={classes.files}>
                Kèm {files.length} tệp: {files.map(({ name }) => name).join(', ')}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className={classes.kept}>Vẫn được giữ trên máy này cho đến khi bạn xóa.</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => void discard()}>
          Xóa khỏi máy này
        </Button>
        <Button data-autofocus onClick={onClose}>
          Để sau
        </Button>
      </Group>
    </Modal>
  );
}
