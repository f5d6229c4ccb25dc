import { ClassAttendance, ClassWeeks } from '../../features/attendance/class-attendance.tsx';
import { ClassesPage } from '../../features/classes/classes-page.tsx';

export function ClassesRoute() {
  return <ClassesPage Weeks={ClassWeeks} Attendance={ClassAttendance} />;
}
