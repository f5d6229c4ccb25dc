import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { SegmentedControl } from '@mantine/core';
import { useChoices } from '../../lib/choices.ts';
import { useUser } from '../../lib/visitor.ts';
import classes from './class-attendance.module.css';
import { ClassYear } from './class-year.tsx';
import { StudentsAttendance } from './students-attendance.tsx';
import { WeekChooser } from './week-chooser.tsx';
import { WeekSheet } from './week-sheet.tsx';
import { WeeksList } from './weeks-list.tsx';

/** Beside a class: the weeks, for the one who takes them. */
export function ClassWeeks({ schoolClass }: { schoolClass: SchoolClass }) {
  return useUser().role === 'Teacher' ? <WeeksList schoolClass={schoolClass} /> : null;
}

export function ClassAttendance({ schoolClass }: { schoolClass: SchoolClass }) {
  const { role } = useUser();
  const { params, choose } = useChoices();
  if (role === 'Student' || role === 'Parent') {
    return <StudentsAttendance schoolClass={schoolClass} />;
  }
  const view = params.get('view') === 'year' ? 'year' : 'week';
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="Xem điểm danh"
          className={classes.views ?? ''}
          value={view}
          onChange={(chosen) => choose({ view: chosen === 'year' ? chosen : null })}
          data={[
            { value: 'week', label: 'Từng tuần' },
            { value: 'year', label: 'Cả năm' },
          ]}
        />
        {view === 'week' && role !== 'Teacher' && <WeekChooser schoolClass={schoolClass} />}
      </div>
      {view === 'year' ? (
        <ClassYear schoolClass={schoolClass} />
      ) : (
        <WeekSheet schoolClass={schoolClass} />
      )}
    </>
  );
}
