export { PostModal } from './post-modal.tsx';
