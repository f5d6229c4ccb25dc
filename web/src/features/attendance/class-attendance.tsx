import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { SegmentedControl } from '@mantine/core';
import { useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import classes from './class-attendance.module.css';
import { ClassStudents } from './class-students.tsx';
import { ClassYear } from './class-year.tsx';
import { StudentsAttendance } from './students-attendance.tsx';
import { WeekPicker } from './week-picker.tsx';
import { WeekSheet } from './week-sheet.tsx';
import { WeeksList } from './weeks-list.tsx';

const views = ['week', 'year', 'students'] as const;

/** The list of weeks beside a class, for its teacher. */
export function ClassWeeks({ schoolClass }: { schoolClass: SchoolClass }) {
  return useUser().role === 'Teacher' ? <WeeksList schoolClass={schoolClass} /> : null;
}

export function ClassAttendance({ schoolClass }: { schoolClass: SchoolClass }) {
  const { role } = useUser();
  const { params, choose } = useUrlParams();
  if (role === 'Student' || role === 'Parent') {
    return <StudentsAttendance schoolClass={schoolClass} />;
  }
  const view = views.find((name) => name === params.get('view')) ?? 'week';
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t`Xem điểm danh`}
          className={classes.views ?? ''}
          value={view}
          onChange={(value) => choose({ view: value === 'week' ? null : value })}
          data={[
            { value: 'week', label: t`Từng tuần` },
            { value: 'year', label: t`Cả năm` },
            { value: 'students', label: t`Học sinh` },
          ]}
        />
        {view === 'week' && role !== 'Teacher' && <WeekPicker schoolClass={schoolClass} />}
      </div>
      {view === 'week' && <WeekSheet schoolClass={schoolClass} />}
      {view === 'year' && <ClassYear schoolClass={schoolClass} />}
      {view === 'students' && <ClassStudents schoolClass={schoolClass} />}
    </>
  );
}
