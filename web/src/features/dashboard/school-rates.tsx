import { t } from '@lingui/core/macro';
import type { Dashboard, SchoolRate } from '@lop-xanh/contract/dashboard';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { PlotTable } from '../../ui/plot-table.tsx';
import { formatRate } from '../attendance-overview/public.ts';
import { Panel } from './panel.tsx';
import { schoolLinks } from './school-links.ts';
import classes from './school-rates.module.css';

type Props = Pick<Dashboard, 'rates' | 'totals'>;

/** The schools farthest from the average of this week, which a bar compares each with. */
export function SchoolRates({ rates: { schools, lowest, highest }, totals }: Props) {
  const average = totals.present / totals.total;
  const all = [...lowest, ...highest];
  const farthest = Math.max(...all.map((school) => Math.abs(getRate(school) - average)), 0.001);
  const between = schools - all.length;
  const averageText = formatRate(average);
  const renderBars = (group: SchoolRate[]) =>
    group.map((school) => (
      <RateBar key={school.id} school={school} average={average} farthest={farthest} />
    ));
  return (
    <Panel
      title={t`Tỉ lệ có mặt tuần này theo trường`}
      link={{ to: paths.reports, text: t`Báo cáo` }}
    >
      {schools === 0 ? (
        <p className={classes.none}>{t`Tuần này chưa có phiếu điểm danh`}</p>
      ) : (
        <>
          <p className={classes.none}>{t`Thấp nhất trước · trung bình ${averageText}`}</p>
          {/* The table below says the same. */}
          <div className={classes.bars} aria-hidden>
            {renderBars(lowest)}
            {between > 0 && <p className={classes.between}>{t`${between} trường ở giữa`}</p>}
            {renderBars(highest)}
          </div>
          <PlotTable
            headings={[t`Trường`, t`Có mặt`, t`Tỉ lệ`]}
            rows={all.map((school) => ({
              key: school.id,
              name: (
                <Link to={schoolLinks.attendance(school.id)} lang="vi">
                  {school.school_name}
                </Link>
              ),
              cells: [`${school.present}/${school.total}`, formatRate(getRate(school))],
            }))}
          />
        </>
      )}
    </Panel>
  );
}

const getRate = ({ present, total }: SchoolRate) => present / total;

interface BarProps {
  school: SchoolRate;
  average: number;
  farthest: number;
}

function RateBar({ school, average, farthest }: BarProps) {
  const rate = getRate(school);
  const share = (Math.abs(rate - average) / farthest) * 50;
  const isBelow = rate < average;
  return (
    <Link className={classes.row} to={schoolLinks.attendance(school.id)} tabIndex={-1}>
      <span className={classes.name} lang="vi">
        {school.school_name}
      </span>
      <span className={classes.track}>
        <span
          className={classes.bar}
          data-below={isBelow || undefined}
          style={{ insetInlineStart: `${isBelow ? 50 - share : 50}%`, width: `${share}%` }}
        />
      </span>
      <span className={classes.rate}>{formatRate(rate)}</span>
    </Link>
  );
}
