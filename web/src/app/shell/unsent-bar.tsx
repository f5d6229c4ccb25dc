import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { useOutbox, useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import classes from './notice-bar.module.css';

/** Shows how many actions are waiting on this device, with a button to retry now. */
export function UnsentBar() {
  const { sendNow } = useOutbox();
  const count = useOutboxEntries().filter(
    ({ rejectionMessage, isFirstAttempt }) => !rejectionMessage && !isFirstAttempt,
  ).length;
  return (
    <div role="status">
      {count > 0 && (
        <p className={classes.bar}>
          <IconCloudUp size={20} aria-hidden />
          <span className={classes.text}>
            {t`${count} thay đổi chưa gửi. Sẽ tự gửi khi có mạng.`}
          </span>
          <Button size="compact-md" variant="default" onClick={sendNow}>
            {t`Gửi ngay`}
          </Button>
        </p>
      )}
    </div>
  );
}
