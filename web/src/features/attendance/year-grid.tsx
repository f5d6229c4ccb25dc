import type { AttendanceGrid } from '@lop-xanh/contract/attendance';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import classes from './year-grid.module.css';

const signOf: Record<string, string> = { P: '✓', A: 'V', '-': '' };

/** Students × 35 weeks, with the rate of each student and of each week. */
export function YearGrid({ grid }: { grid: AttendanceGrid }) {
  const taken = new Map(grid.weeks.map((one) => [one.week, one]));
  const all = grid.weeks.reduce(
    (sum, { present, total }) => ({ present: sum.present + present, total: sum.total + total }),
    { present: 0, total: 0 },
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it too
    <div className={classes.frame} tabIndex={0} role="region" aria-label="Bảng điểm danh cả năm">
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              Học sinh
            </th>
            {allWeeks.map((week) => (
              <th key={week} scope="col" title={titleOf(week, taken.get(week)?.date)}>
                {week}
              </th>
            ))}
            <th scope="col" className={classes.rate}>
              Tỉ lệ
            </th>
          </tr>
        </thead>
        <tbody>
          {grid.students.map(({ id, full_name, marks, present, total }, place) => (
            <tr key={id}>
              <th scope="row" className={classes.name}>
                <span className={classes.number}>{place + 1}</span> {full_name}
              </th>
              {allWeeks.map((week) => (
                <td key={week} data-mark={marks[week - 1]}>
                  {signOf[marks[week - 1] ?? '-']}
                </td>
              ))}
              <td className={classes.rate}>{rateOf(present, total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={classes.name}>
              Tỉ lệ có mặt (%)
            </th>
            {allWeeks.map((week) => {
              const { present = 0, total = 0 } = taken.get(week) ?? {};
              return <td key={week}>{rateOf(present, total)}</td>;
            })}
            <td className={classes.rate}>{rateOf(all.present, all.total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function titleOf(week: number, date: string | undefined): string {
  return date ? `Tuần ${week}, ${formatDay(date)}` : `Tuần ${week}, chưa điểm danh`;
}

/** In whole per cent; nothing where nothing was taken. */
function rateOf(present: number, total: number): string {
  return total === 0 ? '' : String(Math.round((present / total) * 100));
}
