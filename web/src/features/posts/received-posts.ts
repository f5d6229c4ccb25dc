import type { Attachment, Post } from '@lop-xanh/contract/posts';

/** The looser shapes that the specification allows a server to send. */
type ReceivedAttachment = Omit<Attachment, 'url' | 'mime'> & {
  url?: string;
  path?: string;
  mime?: string | null;
};
export type ReceivedPost = Omit<Post, 'approved' | 'status' | 'attachments'> & {
  approved: boolean | number | string;
  status?: Post['status'];
  attachments: ReceivedAttachment[];
};

const typesByExtension: Record<string, string> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  png: 'image/png',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** A post as the app works with it, whichever of those shapes it came in. */
export function readPost(received: ReceivedPost): Post {
  const approved = [true, 1, '1'].includes(received.approved);
  return {
    ...received,
    approved,
    status: received.status ?? (approved ? 'approved' : 'pending'),
    attachments: received.attachments.map(readAttachment),
  };
}

export function readPage<Page extends { posts: ReceivedPost[] }>(
  page: Page,
): Omit<Page, 'posts'> & { posts: Post[] } {
  return { ...page, posts: page.posts.map(readPost) };
}

function readAttachment({ path = '', url = path, mime, ...rest }: ReceivedAttachment): Attachment {
  return { ...rest, url, mime: mime || guessType(rest.filename) || guessType(url) };
}

function guessType(name: string): string {
  const [withoutQuery = ''] = name.split('?');
  return typesByExtension[withoutQuery.split('.').at(-1)?.toLowerCase() ?? ''] ?? '';
}
