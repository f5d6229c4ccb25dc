import type { Post } from '@lop-xanh/contract/posts';
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import { PostEditor } from './lazy-post-editor.ts';

const EditPostContext = createContext<((post: Post) => void) | null>(null);

/** Keeps the editor outside the cards, which may unmount while the user writes. */
export function PostEditorProvider({ children }: { children: ReactNode }) {
  const [post, setPost] = useState<Post | null>(null);
  return (
    <EditPostContext value={setPost}>
      {children}
      <Suspense>{post && <PostEditor post={post} onClose={() => setPost(null)} />}</Suspense>
    </EditPostContext>
  );
}

export function useEditPost(): (post: Post) => void {
  const editPost = useContext(EditPostContext);
  if (!editPost) throw new Error('useEditPost needs a PostEditorProvider.');
  return editPost;
}
