export { SchoolYearOver } from './school-year-over.tsx';
