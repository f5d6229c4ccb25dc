import { t } from '@lingui/core/macro';
import type { AttendanceOverview, ClassOverview } from '@lop-xanh/contract/attendance-overview';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { groupBy } from '../../lib/group-by.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import type { OverviewChoice } from './attendance-overview.api.ts';
import { formatRate } from './format-rate.ts';
import { HeatCell } from './heat-cell.tsx';
import { describeCell } from './heat-labels.ts';
import { HeatLegend } from './heat-legend.tsx';
import classes from './heat-map.module.css';
import { MissingTeacher } from './missing-teacher.tsx';
import { type Cell, findLowestRate, sumCounts, toRate } from './overview-figures.ts';
import { RateLine } from './rate-line.tsx';
import { useHeatKeys } from './use-heat-keys.ts';
import { useMissing } from './use-missing.ts';
import { listMonths } from './week-days.ts';

interface Props {
  overview: AttendanceOverview;
  choice: OverviewChoice;
}

/** Classes × weeks. Those without a sheet of the chosen week stand first, with their teacher. */
export function HeatMap({ overview, choice }: Props) {
  const { week: chosenWeek, first_monday } = overview;
  const { missing, isReminded, remind, isReminding } = useMissing(overview, choice);
  const isMobile = useIsMobile();
  const firstRows = isMobile ? [] : missing;
  const others = overview.classes.filter((schoolClass) => !firstRows.includes(schoolClass));
  const lowest = findLowestRate(others.flatMap(toPoints));
  const rows = [...firstRows, ...others];
  const [shown, setShown] = useState<Cell>();
  const { tableProps, isTabStop } = useHeatKeys({ overview, rows, onShow: setShown });
  const weekCells = (schoolClass: ClassOverview, last = allWeeks.length) =>
    allWeeks
      .slice(0, last)
      .map((week) => (
        <HeatCell
          key={week}
          schoolClass={schoolClass}
          week={week}
          isChosen={week === chosenWeek}
          isMissing={week === chosenWeek && missing.includes(schoolClass)}
          isTabStop={isTabStop(schoolClass, week)}
        />
      ));
  const teacherOf = (schoolClass: ClassOverview) => (
    <MissingTeacher
      schoolClass={schoolClass}
      hasName={isMobile}
      isReminded={isReminded(schoolClass)}
      isReminding={isReminding}
      onRemind={() => remind([schoolClass])}
    />
  );
  return (
    <section className={classes.map} aria-label={t`Các lớp và các tuần`}>
      {isMobile && missing.length > 0 && (
        <ul className={classes.missingList}>
          {missing.map((schoolClass) => (
            <li key={schoolClass.id}>{teacherOf(schoolClass)}</li>
          ))}
        </ul>
      )}
      <div className={classes.frame}>
        <table
          {...tableProps}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the arrow keys move in it
          role="grid"
          className={classes.grid}
          aria-label={t`Điểm danh các lớp`}
        >
          <colgroup>
            <col className={classes.gradeColumn} />
            <col className={classes.nameColumn} />
            <col span={allWeeks.length} />
            <col className={classes.lineColumn} />
            <col className={classes.rateColumn} />
          </colgroup>
          <thead>
            <tr>
              <td colSpan={2} aria-hidden />
              {listMonths(first_monday).map(({ month, weeks }) => (
                <th key={month} scope="colgroup" colSpan={weeks} className={classes.month}>
                  {t`Th ${month}`}
                </th>
              ))}
              <td colSpan={2} aria-hidden />
            </tr>
            <tr>
              <th scope="col" colSpan={2} className={classes.name}>
                {t`Lớp`}
              </th>
              {allWeeks.map((week) => (
                <th
                  key={week}
                  scope="col"
                  className={classes.week}
                  aria-current={week === chosenWeek}
                >
                  <VisuallyHidden>{t`Tuần ${week}`}</VisuallyHidden>
                  <span aria-hidden>
                    {week === chosenWeek || week === 1 || week % 5 === 0 ? week : ''}
                  </span>
                </th>
              ))}
              <th scope="col" colSpan={2} className={classes.rate}>
                {t`Có mặt cả năm`}
              </th>
            </tr>
          </thead>
          {firstRows.length > 0 && (
            <tbody className={classes.missing}>
              {firstRows.map((schoolClass) => (
                <tr key={schoolClass.id}>
                  <ClassName schoolClass={schoolClass} columns={2} />
                  {weekCells(schoolClass, chosenWeek)}
                  <td colSpan={allWeeks.length - chosenWeek + 2}>{teacherOf(schoolClass)}</td>
                </tr>
              ))}
            </tbody>
          )}
          {[...groupBy(others, ({ grade_id }) => grade_id)].map(([gradeId, gradeClasses]) => (
            <tbody key={gradeId}>
              {gradeClasses.map((schoolClass, index) => (
                <tr key={schoolClass.id}>
                  {index === 0 && <GradeName gradeId={gradeId} rows={gradeClasses.length} />}
                  <ClassName schoolClass={schoolClass} />
                  {weekCells(schoolClass)}
                  <td className={classes.line}>
                    <RateLine
                      points={toPoints(schoolClass)}
                      weeks={allWeeks.length}
                      lowest={lowest}
                    />
                  </td>
                  <td className={classes.rate}>
                    {formatRate(toRate(sumCounts(schoolClass.weeks)))}
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <div className={classes.foot}>
        <HeatLegend />
        <p className={classes.shown}>{shown && describeCell(shown)}</p>
      </div>
    </section>
  );
}

/** Beside the rows of its classes; upright only where these are high enough. */
function GradeName({ gradeId, rows }: { gradeId: number; rows: number }) {
  const isUpright = rows < 3;
  return (
    <th scope="rowgroup" rowSpan={rows} className={classes.grade}>
      <VisuallyHidden>{t`Khối ${gradeId}`}</VisuallyHidden>
      <span aria-hidden data-upright={isUpright || undefined}>
        {isUpright ? gradeId : t`Khối ${gradeId}`}
      </span>
    </th>
  );
}

function ClassName({ schoolClass, columns = 1 }: { schoolClass: ClassOverview; columns?: 1 | 2 }) {
  return (
    <th scope="row" colSpan={columns} className={classes.name} lang="vi">
      {schoolClass.name}
    </th>
  );
}

function toPoints({ weeks }: ClassOverview) {
  return weeks.map(({ week, ...count }) => ({ week, rate: toRate(count) ?? 0 }));
}
