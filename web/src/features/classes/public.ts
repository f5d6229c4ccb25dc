export { ClassFilters } from './class-filters.tsx';
export { ClassInformation } from './class-information.tsx';
export { ClassesTable } from './classes-table.tsx';
export { findGrade, gradesQuery, ownGradesQuery } from './grades.ts';
export { SubstituteDialog } from './lazy-substitute-dialog.ts';
export { schoolClassesQuery, toClassOptions } from './school-classes.ts';
export { GradeSelect, WithGrade } from './with-grade.tsx';
