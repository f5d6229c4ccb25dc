export { MemoriesCard } from './memories-card.tsx';
export { memoryRoles } from './memory-roles.ts';
export { PostModal } from './post-modal.tsx';
