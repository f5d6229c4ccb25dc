import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';

const PostMenu = lazyComponent('post-menu', async () => {
  return (await import('./post-menu.tsx')).PostMenu;
});

/** Rarely needed decisions on a post, for Mods. */
export function PostMenuButton({ post }: { post: Post }) {
  const { title, can } = post;
  if (!can.withdraw && !can.restore) return null;
  return (
    <LazyMenu label={t`Việc khác với bài viết “${title}”`} preload={PostMenu.preload}>
      {(button) => <PostMenu button={button} post={post} />}
    </LazyMenu>
  );
}
