import { BeingBuilt } from '../../ui/being-built.tsx';

export function TeacherHistoryPage() {
  return <BeingBuilt title="Teacher History" />;
}
