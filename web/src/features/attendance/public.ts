export { AttendanceCounts, AttendanceMark } from './attendance-mark.tsx';
export { ClassAttendance, ClassWeeks } from './class-attendance.tsx';
export { RecordCorrections } from './record-corrections.tsx';
export { YearsWithoutClass } from './students-attendance.tsx';
