export { SchoolFilter } from './school-filter.tsx';
export { schoolsQuery } from './schools.api.ts';
export { SchoolsPanel } from './schools-panel.tsx';
export { useSchool } from './use-school.ts';
export { WithSchool } from './with-school.tsx';
