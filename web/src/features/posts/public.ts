export { MemoriesCard } from './memories-card.tsx';
export { memoryRoles } from './memory-roles.ts';
export { isQueueDecision, type PostAction, type QueueDecision } from './post-actions.ts';
export { PostAttachments } from './post-attachments.tsx';
export { PostByline } from './post-byline.tsx';
export { PostModal } from './post-modal.tsx';
export { postFeature } from './post-sender.ts';
export { useSubmitPostAction } from './posts.api.ts';
export { listCommentReasons } from './reasons.ts';
