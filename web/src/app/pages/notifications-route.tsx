import { NotificationsPage } from '../../features/notifications/notifications-page.tsx';
import { PostModal } from '../../features/posts/post-modal.tsx';

export function NotificationsRoute() {
  return <NotificationsPage PostModal={PostModal} />;
}
