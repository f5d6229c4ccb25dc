import type { Comment } from '@lop-xanh/contract/comments';
import type { Attachment, Post } from '@lop-xanh/contract/posts';

/** The specification allows a server to send these looser shapes. */
type ReceivedAttachment = Omit<Attachment, 'url' | 'mime' | 'blurredFaces'> & {
  blurredFaces?: number;
  url?: string;
  path?: string;
  mime?: string | null;
};
/** Comments and abilities stored by version 0.1 lack what moderation added since. */
type DecisionField = 'status' | 'version' | 'held_for' | 'reason' | 'decided_by' | 'can';
type ReceivedComment = Omit<Comment, DecisionField> & Partial<Pick<Comment, DecisionField>>;
export type ReceivedPost = Omit<
  Post,
  'approved' | 'status' | 'attachments' | 'comments' | 'can'
> & {
  approved: boolean | number | string;
  status?: Post['status'];
  attachments: ReceivedAttachment[];
  comments: ReceivedComment[];
  can: Partial<Post['can']>;
};

export const noPostAbilities: Post['can'] = {
  edit: false,
  delete: false,
  approve: false,
  reject: false,
  withdraw: false,
  restore: false,
  like: false,
  comment: false,
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
    comments: received.comments.map(normalizeComment),
    can: { ...noPostAbilities, ...received.can },
  };
}

/** A comment on which nobody has decided. */
export const undecided: Pick<Comment, DecisionField> = {
  status: 'visible',
  version: 1,
  held_for: null,
  reason: null,
  decided_by: null,
  can: { delete: false, report: false, hide: false, approve: false, restore: false },
};

export function normalizeComment(received: ReceivedComment): Comment {
  return { ...undecided, ...received };
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
  blurredFaces = 0,
  ...rest
}: ReceivedAttachment): Attachment {
  return { ...rest, url, blurredFaces, mime: mime || guessMime(rest.filename) || guessMime(url) };
}

function guessMime(name: string): string {
  const [withoutQuery = ''] = name.split('?');
  return mimeByExtension[withoutQuery.split('.').at(-1)?.toLowerCase() ?? ''] ?? '';
}
