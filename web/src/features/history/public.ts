export { StudentReport } from './lazy-student-report.ts';
export { YearOverview } from './year-overview.tsx';
