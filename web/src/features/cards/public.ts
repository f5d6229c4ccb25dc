export { cardRoles } from './card-roles.ts';
export { CardsCard } from './cards-card.tsx';
export type { ClassCards } from './issue-cards.ts';
export { IssuedCardsDialog } from './lazy-issued-cards.ts';
export { StudentCard } from './lazy-student-card.ts';
export type { IssuedSheets } from './print-cards-dialog.tsx';
export { useStudentCardPrint } from './use-card-print.ts';
