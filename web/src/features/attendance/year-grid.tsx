import { t } from '@lingui/core/macro';
import type { AttendanceGrid } from '@lop-xanh/contract/attendance';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { VisuallyHidden } from '@mantine/core';
import { PersonLink } from '../people/public.ts';
import { getAttendanceLabel } from './attendance-labels.ts';
import classes from './year-grid.module.css';

/** A table of students × 35 weeks, with the attendance rate of each student and week. */
export function YearGrid({ grid }: { grid: AttendanceGrid }) {
  const symbols: Record<string, string> = { P: '✓', A: getAbsentSymbol(), E: getExcusedSymbol() };
  const savedWeeks = new Map(grid.weeks.map((saved) => [saved.week, saved]));
  const overall = grid.weeks.reduce(
    (sum, { present, total }) => ({ present: sum.present + present, total: sum.total + total }),
    { present: 0, total: 0 },
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the keyboard scroll it
    <div className={classes.frame} tabIndex={0} role="region" aria-label={t`Bảng điểm danh cả năm`}>
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              {t`Học sinh`}
            </th>
            {allWeeks.map((week) => (
              <th key={week} scope="col" title={getWeekTitle(week, savedWeeks.get(week)?.date)}>
                {week}
              </th>
            ))}
            <th scope="col" className={classes.rate}>
              {t`Tỉ lệ`}
            </th>
          </tr>
        </thead>
        <tbody>
          {grid.students.map(
            ({ id, full_name, marks, excused, corrected, present, total }, index) => (
              <tr key={id}>
                <th scope="row" className={classes.name} lang="vi">
                  <span className={classes.number}>{index + 1}</span>{' '}
                  <PersonLink id={id} isPlain>
                    {full_name}
                  </PersonLink>
                </th>
                {allWeeks.map((week) => {
                  const mark = excused.includes(week) ? 'E' : (marks[week - 1] ?? '-');
                  return (
                    <td key={week} data-mark={mark}>
                      {symbols[mark]}
                      {corrected.includes(week) && <CorrectedStar />}
                    </td>
                  );
                })}
                <td className={classes.rate}>{formatRate(present, total)}</td>
              </tr>
            ),
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={classes.name}>
              {t`Tỉ lệ có mặt (%)`}
            </th>
            {allWeeks.map((week) => {
              const { present = 0, total = 0 } = savedWeeks.get(week) ?? {};
              return <td key={week}>{formatRate(present, total)}</td>;
            })}
            <td className={classes.rate}>{formatRate(overall.present, overall.total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function CorrectedStar() {
  return (
    <>
      <span className={classes.star} aria-hidden>
        *
      </span>
      <VisuallyHidden>{t`đã sửa`}</VisuallyHidden>
    </>
  );
}

function getWeekTitle(week: number, date: string | undefined): string {
  return `${t`Tuần ${week}`}, ${date ? formatDay(date) : t`chưa điểm danh`}`;
}

/** The initial of the word, as on paper. */
export function getAbsentSymbol(): string {
  return getAttendanceLabel('absent').charAt(0);
}

/** The initial of 'phép', as on paper. */
export function getExcusedSymbol(): string {
  return t({ message: 'P', context: 'absent with leave' });
}

/** Whole per cent; empty without any record. */
function formatRate(present: number, total: number): string {
  return total === 0 ? '' : String(Math.round((present / total) * 100));
}
