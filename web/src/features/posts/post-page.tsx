import { BeingBuilt } from '../../ui/being-built.tsx';

export function PostPage() {
  return <BeingBuilt title="Bài viết" />;
}
