import type { Post } from '@lop-xanh/contract/posts';
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import { PostEditor } from './editor.ts';

const EditPost = createContext<((post: Post) => void) | null>(null);

/** Holds the editor apart from the cards, which come and go while somebody writes. */
export function PostEditing({ children }: { children: ReactNode }) {
  const [post, setPost] = useState<Post | null>(null);
  return (
    <EditPost value={setPost}>
      {children}
      <Suspense>{post && <PostEditor post={post} onClose={() => setPost(null)} />}</Suspense>
    </EditPost>
  );
}

export function useEditPost(): (post: Post) => void {
  const edit = useContext(EditPost);
  if (!edit) throw new Error('There is no editor here.');
  return edit;
}
