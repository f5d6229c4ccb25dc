import { t } from '@lingui/core/macro';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { PlotTable } from '../../ui/plot-table.tsx';
import { formatChange, formatLimit, formatRate } from './format-rate.ts';
import classes from './grade-lines.module.css';
import { findLowestRate, listGradeRates } from './overview-figures.ts';
import { RateLine } from './rate-line.tsx';

/** The rate of each grade up to the chosen week; each grade leads to its report. */
export function GradeLines({ overview }: { overview: AttendanceOverview }) {
  const { school_id, school_year, week } = overview;
  const grades = listGradeRates(overview);
  const previousWeek = week - 1;
  const points = grades.flatMap((grade) => grade.points);
  const lowest = findLowestRate(points);
  const [foot, top] = [formatLimit(lowest), formatLimit(1)];
  const weeks = [...new Set(points.map((point) => point.week))].toSorted((a, b) => a - b);
  const linkTo = (gradeId: number) =>
    `${paths.reports}?school=${school_id}&school_year=${school_year}&grade=${gradeId}&by=week`;
  return (
    <>
      <table className={classes.grades}>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t`Có mặt theo khối, tuần 1–${week}`}
              {points.length > 0 && ` · ${t`từ ${foot} đến ${top}`}`}
            </th>
            <th scope="col" colSpan={2} className={classes.number}>
              {week > 1 && t`so với tuần ${previousWeek}`}
            </th>
          </tr>
        </thead>
        <tbody>
          {grades.map(({ gradeId, points, rate, change }) => (
            <tr key={gradeId}>
              <th scope="row">
                <Link to={linkTo(gradeId)}>{t`Khối ${gradeId}`}</Link>
              </th>
              <td className={classes.line}>
                <RateLine points={points} weeks={week} lowest={lowest} />
              </td>
              <td className={classes.rate}>{formatRate(rate)}</td>
              <td className={classes.number} data-falling={(change ?? 0) < 0}>
                {change === undefined ? '' : formatChange(change)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {weeks.length > 0 && (
        <PlotTable
          headings={[t`Tuần`, ...grades.map(({ gradeId }) => t`Khối ${gradeId}`)]}
          rows={weeks.map((number) => ({
            key: number,
            name: number,
            cells: grades.map((grade) =>
              formatRate(grade.points.find((point) => point.week === number)?.rate),
            ),
          }))}
        />
      )}
    </>
  );
}
