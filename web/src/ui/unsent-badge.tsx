import { t } from '@lingui/core/macro';
import { IconCloudUp } from '@tabler/icons-react';
import classes from './unsent-badge.module.css';

/** Marks content that is waiting in the outbox. */
export function UnsentBadge() {
  return (
    <span className={classes.mark}>
      <IconCloudUp size={18} aria-hidden />
      {t`Chưa gửi`}
    </span>
  );
}
