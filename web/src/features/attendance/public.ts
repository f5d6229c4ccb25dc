export { AttendanceCounts, AttendanceMark } from './attendance-mark.tsx';
export { ClassAttendance, ClassWeeks } from './class-attendance.tsx';
export { YearsWithoutClass } from './students-attendance.tsx';
