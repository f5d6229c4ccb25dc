export { StudentReport } from './lazy-student-report.ts';
