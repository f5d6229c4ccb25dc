import { t } from '@lingui/core/macro';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { formatRate } from './format-rate.ts';
import { summarizeWeek } from './overview-figures.ts';
import classes from './week-figures.module.css';

/** The chosen week in three figures. */
export function WeekFigures({ overview }: { overview: AttendanceOverview }) {
  const { sheets, classes: count, rate, absent, excused, unexcused } = summarizeWeek(overview);
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t`lớp đã có phiếu`}</dt>
        <dd>{`${sheets}/${count}`}</dd>
      </div>
      <div>
        <dt>{t`có mặt`}</dt>
        <dd>{formatRate(rate)}</dd>
      </div>
      <div>
        <dt>{t`${excused} có phép · ${unexcused} không`}</dt>
        <dd>{t`${absent} vắng`}</dd>
      </div>
    </dl>
  );
}
