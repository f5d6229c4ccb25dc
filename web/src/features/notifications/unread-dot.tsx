import { t } from '@lingui/core/macro';
import classes from './unread-dot.module.css';
import { useHasUnread } from './use-unread.ts';

export function getUnreadLabel(): string {
  return t`có thông báo chưa đọc`;
}

/** Marks a link to the notifications while some are unread. */
export function UnreadDot({ isOnCorner = false }: { isOnCorner?: boolean }) {
  if (!useHasUnread()) return null;
  return (
    <span
      className={classes.dot}
      role="img"
      aria-label={getUnreadLabel()}
      data-corner={isOnCorner || undefined}
    />
  );
}
