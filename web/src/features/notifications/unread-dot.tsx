import classes from './unread-dot.module.css';
import { useHasUnread } from './use-unread.ts';

export const unreadWords = 'có thông báo chưa đọc';

/** Marks a way to the notifications while some are unread, for a Mod and a Teacher. */
export function UnreadDot({ isOnCorner = false }: { isOnCorner?: boolean }) {
  if (!useHasUnread()) return null;
  return (
    <span
      className={classes.dot}
      role="img"
      aria-label={unreadWords}
      data-corner={isOnCorner || undefined}
    />
  );
}
