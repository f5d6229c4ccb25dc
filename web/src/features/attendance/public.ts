export { AttendanceCounts, AttendanceMark } from './attendance-mark.tsx';
export { ClassAttendance, ClassWeeks } from './class-attendance.tsx';
export { ClassRoll } from './class-roll.tsx';
export { RecordCorrections } from './record-corrections.tsx';
export { YearsWithoutClass } from './students-attendance.tsx';
export { useIsRoll } from './use-roll-mode.ts';
