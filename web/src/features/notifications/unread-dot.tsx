import { VisuallyHidden } from '@mantine/core';
import classes from './unread-dot.module.css';
import { useHasUnread } from './use-unread.ts';

/** Marks a way to the notifications while some are unread, for a Mod and a Teacher. */
export function UnreadDot({ isOnCorner = false }: { isOnCorner?: boolean }) {
  if (!useHasUnread()) return null;
  return (
    <span className={classes.dot} data-corner={isOnCorner || undefined}>
      <VisuallyHidden>có thông báo chưa đọc</VisuallyHidden>
    </span>
  );
}
