import { t } from '@lingui/core/macro';
import type { Absence, AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { useUrlParams } from '../../lib/url-params.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { AttendanceMark } from '../attendance/public.ts';
import { PersonLink } from '../people/public.ts';
import { repeatedFrom } from './overview-figures.ts';
import classes from './week-absences.module.css';

const filters = {
  all: () => true,
  unexcused: ({ isExcused }: Absence) => isExcused === false,
  repeated: ({ inARow }: Absence) => inARow >= repeatedFrom,
};
type FilterName = keyof typeof filters;

/** Who was absent in the chosen week, and why. */
export function WeekAbsences({ overview }: { overview: AttendanceOverview }) {
  const { params, choose } = useUrlParams();
  const { absences } = overview;
  const requested = params.get('absent') ?? 'all';
  const chosen = requested in filters ? (requested as FilterName) : 'all';
  const labels: Record<FilterName, string> = {
    all: t`Tất cả`,
    unexcused: t`Không phép`,
    repeated: t`Lặp lại`,
  };
  const shown = absences.filter(filters[chosen]);
  return (
    <section className={classes.absences} aria-labelledby="week-absences">
      <h2 id="week-absences">{t`Vắng trong tuần`}</h2>
      <div className={classes.filters} role="group" aria-label={t`Lọc học sinh vắng`}>
        {(Object.keys(filters) as FilterName[]).map((name) => (
          <FilterChip
            key={name}
            label={labels[name]}
            count={absences.filter(filters[name]).length}
            isChosen={name === chosen}
            onChoose={() => choose({ absent: name === 'all' ? null : name })}
          />
        ))}
      </div>
      {shown.length === 0 ? (
        <p className={classes.none}>{t`Không có học sinh nào`}</p>
      ) : (
        <ul className={classes.list}>
          {shown.map((absence) => (
            <li key={`${absence.class_id}-${absence.student_id}`}>
              <div>
                <span lang="vi">
                  <PersonLink id={absence.student_id}>{absence.full_name}</PersonLink>
                </span>
                <p className={classes.reason}>
                  <Reason absence={absence} />
                </p>
              </div>
              <AttendanceMark record={{ status: 'absent', isExcused: absence.isExcused }} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Reason({ absence: { class_name, inARow, note } }: { absence: Absence }) {
  return (
    <>
      <span lang="vi">{class_name}</span>
      {inARow >= repeatedFrom && (
        <>
          {' · '}
          <strong className={classes.repeated}>{t`${inARow} tuần liền`}</strong>
        </>
      )}
      {note !== '' && (
        <>
          {' · '}
          <span lang="vi">{note}</span>
        </>
      )}
    </>
  );
}
