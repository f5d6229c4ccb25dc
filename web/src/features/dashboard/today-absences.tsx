import { t } from '@lingui/core/macro';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { useToday } from '../../lib/today.ts';
import { AttendanceMark } from '../attendance/public.ts';
import { listAbsencesOn } from '../attendance-overview/public.ts';
import { PersonLink } from '../people/public.ts';
import { Panel } from './panel.tsx';
import { schoolLinks } from './school-links.ts';
import classes from './today-absences.module.css';

/** Who was absent on the sheets of today, and why. */
export function TodayAbsences({ overview }: { overview: AttendanceOverview }) {
  const today = useToday();
  const { school_id } = overview;
  const { sheets, absences } = listAbsencesOn(overview, today);
  return (
    <Panel
      title={t`Vắng hôm nay`}
      link={{ to: schoolLinks.attendance(school_id), text: t`Xem cả tuần` }}
    >
      {absences.length === 0 ? (
        <p className={classes.none}>
          {sheets === 0 ? t`Hôm nay chưa lớp nào điểm danh` : t`Hôm nay không ai vắng`}
        </p>
      ) : (
        <ul className={classes.list}>
          {absences.map(({ student_id, class_id, class_name, full_name, note, isExcused }) => (
            <li key={`${class_id}-${student_id}`}>
              <div>
                <span className={classes.name} lang="vi">
                  <PersonLink id={student_id} isPlain>
                    {full_name}
                  </PersonLink>
                </span>
                <p lang="vi">{note === '' ? class_name : `${class_name} · ${note}`}</p>
              </div>
              <AttendanceMark record={{ status: 'absent', isExcused }} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
