import { Button } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { useOutbox, useWaiting } from '../../lib/outbox/use-outbox.ts';
import classes from './notice-bar.module.css';

/** Tells how much waits on this device, and lets an impatient user try again. */
export function UnsentBar() {
  const { sendNow } = useOutbox();
  const count = useWaiting().filter(({ refusal, isSending }) => !refusal && !isSending).length;
  return (
    <div role="status">
      {count > 0 && (
        <p className={classes.bar}>
          <IconCloudUp size={20} aria-hidden />
          <span className={classes.words}>{count} thay đổi chưa gửi. Sẽ tự gửi khi có mạng.</span>
          <Button size="compact-md" variant="default" onClick={sendNow}>
            Gửi ngay
          </Button>
        </p>
      )}
    </div>
  );
}
