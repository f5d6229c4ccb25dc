export { PersonLink } from './person-link.tsx';
export { canOpenPerson } from './person-roles.ts';
