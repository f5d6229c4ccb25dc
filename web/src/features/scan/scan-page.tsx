import { BeingBuilt } from '../../ui/being-built.tsx';

export function ScanPage() {
  return <BeingBuilt title="Quét rác" />;
}
