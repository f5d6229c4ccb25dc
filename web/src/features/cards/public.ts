export { cardRoles } from './card-roles.ts';
export { CardsCard } from './cards-card.tsx';
export { StudentCard } from './lazy-student-card.ts';
