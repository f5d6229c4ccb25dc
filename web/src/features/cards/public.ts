export { cardRoles } from './card-roles.ts';
export { CardsCard } from './cards-card.tsx';
