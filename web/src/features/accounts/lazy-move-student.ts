import { lazyComponent } from '../../lib/lazy-component.ts';

export const MoveStudentDialog = lazyComponent('move-student-dialog', async () => {
  return (await import('./move-student-dialog.tsx')).MoveStudentDialog;
});
