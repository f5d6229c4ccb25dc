import { filesOfThumbnails } from './features/lessons/thumbnails.queries.ts';
import { filesOfAttachments } from './features/posts/attachments.queries.ts';
import type { FileOwner } from './storage/leftovers.ts';

/** Every feature that keeps files: what none of them refers to is removed. */
export const fileOwners: FileOwner[] = [filesOfAttachments, filesOfThumbnails];
