import { ProfilePage } from '../../features/auth/profile-page.tsx';
import { ClassInformation } from '../../features/classes/class-information.tsx';

export function ProfileRoute() {
  return <ProfilePage classInformation={<ClassInformation />} />;
}
