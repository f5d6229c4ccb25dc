import type { Attachment, Post } from '@lop-xanh/contract/posts';

/** The specification allows a server to send these looser shapes. */
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

const mimeByExtension: Record<string, string> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  png: 'image/png',
  webm: 'video/webm',
  webp: 'image/webp',
};

export function normalizePost(received: ReceivedPost): Post {
  const approved = [true, 1, '1'].includes(received.approved);
  return {
    ...received,
    approved,
    status: received.status ?? (approved ? 'approved' : 'pending'),
    attachments: received.attachments.map(normalizeAttachment),
  };
}

export function normalizePage<Page extends { posts: ReceivedPost[] }>(
  page: Page,
): Omit<Page, 'posts'> & { posts: Post[] } {
  return { ...page, posts: page.posts.map(normalizePost) };
}

function normalizeAttachment({
  path = '',
  url = path,
  mime,
  ...rest
}: ReceivedAttachment): Attachment {
  return { ...rest, url, mime: mime || guessMime(rest.filename) || guessMime(url) };
}

function guessMime(name: string): string {
  const [withoutQuery = ''] = name.split('?');
  return mimeByExtension[withoutQuery.split('.').at(-1)?.toLowerCase() ?? ''] ?? '';
}
