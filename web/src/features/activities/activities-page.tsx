import { BeingBuilt } from '../../ui/being-built.tsx';

export function ActivitiesPage() {
  return <BeingBuilt title="Activities" />;
}
