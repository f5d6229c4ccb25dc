import { t } from '@lingui/core/macro';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { formatChange, formatRate } from './format-rate.ts';
import classes from './grade-lines.module.css';
import { listGradeRates } from './overview-figures.ts';
import { RateLine } from './rate-line.tsx';

/** The rate of each grade up to the chosen week. */
export function GradeLines({ overview }: { overview: AttendanceOverview }) {
  const { week } = overview;
  const previousWeek = week - 1;
  return (
    <table className={classes.grades}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {t`Có mặt theo khối, tuần 1–${week}`}
          </th>
          <th scope="col" colSpan={2} className={classes.number}>
            {week > 1 && t`so với tuần ${previousWeek}`}
          </th>
        </tr>
      </thead>
      <tbody>
        {listGradeRates(overview).map(({ gradeId, points, rate, change }) => (
          <tr key={gradeId}>
            <th scope="row">{t`Khối ${gradeId}`}</th>
            <td className={classes.line}>
              <RateLine points={points} weeks={week} />
            </td>
            <td className={classes.rate}>{formatRate(rate)}</td>
            <td className={classes.number} data-falling={(change ?? 0) < 0}>
              {change === undefined ? '' : formatChange(change)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
