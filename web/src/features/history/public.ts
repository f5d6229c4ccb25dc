export { StudentReport } from './lazy-student-report.ts';
export { YearOverview } from './lazy-year-overview.ts';
