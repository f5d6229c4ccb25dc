export { ClassLeaveNotes } from './class-leave-notes.tsx';
export { LeaveDialog } from './lazy-leave-dialog.ts';
export { classLeaveQuery, useLeaveOfDay } from './leave.api.ts';
