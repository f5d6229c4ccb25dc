import { lazyComponent } from '../../lib/lazy-component.ts';

export const StudentReport = lazyComponent('student-report', async () => {
  return (await import('./student-report.tsx')).StudentReport;
});
