export { TeachCard } from './teach-card.tsx';
export { TeachLink } from './teach-link.tsx';
