import { BeingBuilt } from '../../ui/being-built.tsx';

export function StudentHistoryPage() {
  return <BeingBuilt title="Student History" />;
}
