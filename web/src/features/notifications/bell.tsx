import { IconBell } from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';
import { PlainIconLink } from '../../ui/plain-button.tsx';
import { getUnreadLabel, UnreadDot } from './unread-dot.tsx';
import { useHasUnread } from './use-unread.ts';

/** Links to the notifications from every page, even when the menu is collapsed. */
export function Bell() {
  const { notifications } = messages.navigation;
  return (
    <PlainIconLink
      to={paths.notifications}
      aria-label={useHasUnread() ? `${notifications}, ${getUnreadLabel()}` : notifications}
    >
      <IconBell size={22} />
      <UnreadDot isOnCorner />
    </PlainIconLink>
  );
}
