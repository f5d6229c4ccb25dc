import { t } from '@lingui/core/macro';
import type { Logins, WeekLogins } from '@lop-xanh/contract/dashboard';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatCount } from '../../language/format-count.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useUrlParams } from '../../lib/url-params.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PlotTable } from '../../ui/plot-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FewestLogins } from './fewest-logins.tsx';
import { findScale, type LoginKind, listLoginKinds, placeLabels } from './login-figures.ts';
import classes from './logins-plot.module.css';
import { Panel } from './panel.tsx';

/** The chosen week. */
type Monday = string | undefined;

/** The logins of all schools by week; a click on a week lists the schools with the fewest. */
export function LoginsPlot({ logins, monday }: { logins: UseQueryResult<Logins>; monday: Monday }) {
  return (
    <Panel
      title={t`Lượt đăng nhập theo tuần`}
      link={{ to: `${paths.admin}?sort=logins`, text: t`Xem các trường` }}
    >
      <Loaded
        query={logins}
        skeleton={<Skeleton lines={6} />}
        failedMessage={t`Không tải được lượt đăng nhập`}
      >
        {(loaded) => <Plot logins={loaded} chosen={monday} />}
      </Loaded>
    </Panel>
  );
}

/** '16/11' */
const formatWeek = (monday: string) => formatDay(monday).slice(0, 5);

function Plot({ logins: { weeks, schools }, chosen }: { logins: Logins; chosen: Monday }) {
  const { params } = useUrlParams();
  const kinds = listLoginKinds();
  const scale = findScale(weeks);
  const labels = placeLabels(kinds, weeks.at(-1), scale.highest);
  const linkTo = (monday: string) => {
    const next = new URLSearchParams(params);
    if (monday === chosen) next.delete('logins');
    else next.set('logins', monday);
    return `?${next}`;
  };
  return (
    <>
      {/* The table below says the same. */}
      <div className={classes.frame}>
        <div className={classes.plot} aria-hidden>
          <div className={classes.scale}>
            {scale.marks.toReversed().map((mark) => (
              <span key={mark}>{formatCount(mark)}</span>
            ))}
          </div>
          <div className={classes.lines}>
            {kinds.map((kind) => (
              <KindLine key={kind.field} kind={kind} weeks={weeks} highest={scale.highest} />
            ))}
            {weeks.map((week, index) => (
              <Link
                key={week.monday}
                to={linkTo(week.monday)}
                preventScrollReset
                tabIndex={-1}
                title={describeWeek(week, kinds)}
                data-chosen={week.monday === chosen || undefined}
                style={{ insetInlineStart: `${(index / (weeks.length - 1)) * 100}%` }}
              />
            ))}
          </div>
          <ul className={classes.labels}>
            {labels.map(({ field, name, top }) => (
              <li key={field} data-kind={field} style={{ insetBlockStart: `${top}%` }}>
                {name}
              </li>
            ))}
          </ul>
          <div className={classes.weeks}>
            {weeks.map(({ monday }) => (
              <span key={monday}>{formatWeek(monday)}</span>
            ))}
          </div>
        </div>
      </div>
      <p className={classes.note} aria-hidden>{t`nét đứt: tuần đang chạy`}</p>
      <PlotTable
        headings={[t`Tuần từ`, ...kinds.map(({ name }) => name)]}
        rows={weeks.map((week) => ({
          key: week.monday,
          name: (
            <Link to={linkTo(week.monday)} preventScrollReset>
              {formatDay(week.monday)}
            </Link>
          ),
          cells: kinds.map(({ field }) => formatCount(week[field])),
        }))}
      />
      {chosen && <FewestLogins monday={chosen} schools={schools} />}
    </>
  );
}

interface LineProps {
  kind: LoginKind;
  weeks: readonly WeekLogins[];
  highest: number;
}

/** The current week is not over, so its line is dashed. */
function KindLine({ kind: { field }, weeks, highest }: LineProps) {
  const points = weeks.map(
    (week, index) => `${(index / (weeks.length - 1)) * 100},${100 - (week[field] / highest) * 100}`,
  );
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" data-kind={field}>
      <polyline points={points.slice(0, -1).join(' ')} />
      <polyline points={points.slice(-2).join(' ')} strokeDasharray="4 4" />
    </svg>
  );
}

/** '16/11/2026: 9.860 Học sinh, 5.600 Phụ huynh, 920 Nhà trường' */
function describeWeek(week: WeekLogins, kinds: readonly LoginKind[]): string {
  const counts = kinds.map(({ field, name }) => `${name} ${formatCount(week[field])}`);
  return `${formatDay(week.monday)}: ${counts.join(', ')}`;
}
