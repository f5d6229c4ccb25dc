import { t } from '@lingui/core/macro';
import { Progress } from '@mantine/core';
import { Modal } from '../../ui/modal.tsx';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { getLeaveQuestion } from './issued-passwords.tsx';

/** Cannot be closed: nobody would see the passwords that are issued meanwhile. */
export function ResetProgress({ done, count }: { done: number; count: number }) {
  useConfirmDiscard(true, getLeaveQuestion());
  const title = t`Đang đặt lại mật khẩu`;
  return (
    <Modal
      opened
      onClose={() => {}}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Progress value={(100 * done) / count} size="lg" aria-label={title} />
      <p role="status">{t`${done} / ${count} người. Xin đừng đóng trang.`}</p>
    </Modal>
  );
}
