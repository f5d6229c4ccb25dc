import { messages } from '@lop-xanh/contract/messages';
import { BeingBuilt } from '../../ui/being-built.tsx';

export function NotificationsPage() {
  return <BeingBuilt title={messages.navigation.notifications} />;
}
