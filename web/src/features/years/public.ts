export { SchoolYearOver } from './school-year-over.tsx';
export { SchoolYearSelect } from './school-year-select.tsx';
export { schoolYearsQuery, useChosenYear } from './school-years.ts';
