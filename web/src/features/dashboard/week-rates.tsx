import { t } from '@lingui/core/macro';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Link } from '../../lib/routing/link.tsx';
import { PlotTable } from '../../ui/plot-table.tsx';
import {
  findLowestRate,
  formatLimit,
  formatRate,
  listWeekRates,
  placeRate,
  RateLine,
} from '../attendance-overview/public.ts';
import { Panel } from './panel.tsx';
import { schoolLinks } from './school-links.ts';
import classes from './week-rates.module.css';

/** The rate of the school by week, as a line and as a table; each week leads to its attendance. */
export function WeekRates({ overview }: { overview: AttendanceOverview }) {
  const points = listWeekRates(overview);
  const lowest = findLowestRate(points);
  const weeks = limits.teachingWeeks;
  const scale = { weeks, lowest, margin: 0 };
  const latest = points.at(-1);
  const end = latest && placeRate(latest, scale);
  const middle = Math.ceil(weeks / 2);
  const linkTo = (week: number) => `${schoolLinks.attendance(overview.school_id)}&week=${week}`;
  return (
    <Panel
      title={t`Tỉ lệ có mặt theo tuần`}
      link={{ to: schoolLinks.attendance(overview.school_id), text: t`Xem từng khối` }}
    >
      {points.length === 0 ? (
        <p className={classes.none}>{t`Năm học này chưa có phiếu điểm danh`}</p>
      ) : (
        <>
          {/* The table below says the same. */}
          <div className={classes.plot} aria-hidden>
            <span className={classes.top}>{formatLimit(1)}</span>
            <span className={classes.foot}>{formatLimit(lowest)}</span>
            <div className={classes.line}>
              <RateLine points={points} {...scale} />
              {points.map(({ week, rate }) => (
                <Link
                  key={week}
                  to={linkTo(week)}
                  tabIndex={-1}
                  title={`${t`Tuần ${week}`}: ${formatRate(rate)}`}
                  style={{ insetInlineStart: `${((week - 1) / (weeks - 1)) * 100}%` }}
                />
              ))}
              {end && (
                <span
                  className={classes.latest}
                  style={{ insetInlineStart: `${end.start}%`, insetBlockStart: `${end.top}%` }}
                  data-late={end.start > 80 || undefined}
                >
                  {formatRate(latest?.rate)}
                </span>
              )}
            </div>
            <div className={classes.weeks}>
              <span>{t`Tuần 1`}</span>
              <span>{middle}</span>
              <span>{weeks}</span>
            </div>
          </div>
          <PlotTable
            headings={[t`Tuần`, t`Có mặt`, t`Tỉ lệ`]}
            rows={points.map(({ week, rate, present, total }) => ({
              key: week,
              name: <Link to={linkTo(week)}>{t`Tuần ${week}`}</Link>,
              cells: [`${present}/${total}`, formatRate(rate)],
            }))}
          />
        </>
      )}
    </Panel>
  );
}
