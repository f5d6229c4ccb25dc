import { BeingBuilt } from '../../ui/being-built.tsx';

export function LessonPage() {
  return <BeingBuilt title="Bài giảng" />;
}
