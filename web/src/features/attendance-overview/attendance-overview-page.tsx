import { t } from '@lingui/core/macro';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import type { School } from '@lop-xanh/contract/schools';
import type { SchoolYear } from '@lop-xanh/contract/years';
import { Button } from '@mantine/core';
import { IconBellRinging, IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useUrlParams } from '../../lib/url-params.ts';
import { holdBack, Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { SchoolFilter, WithSchool } from '../schools/public.ts';
import { SchoolYearSelect, schoolYearsQuery, useChosenYear } from '../years/public.ts';
import { downloadOverview, type OverviewChoice, overviewQuery } from './attendance-overview.api.ts';
import classes from './attendance-overview-page.module.css';
import { GradeLines } from './grade-lines.tsx';
import { HeatMap } from './heat-map.tsx';
import { OverviewWeekPicker } from './overview-week-picker.tsx';
import { useMissing } from './use-missing.ts';
import { WeekAbsences } from './week-absences.tsx';
import { WeekFigures } from './week-figures.tsx';

/** A school's attendance: every class and week, which sheets are missing, and who was absent. */
export function AttendanceOverviewPage() {
  return (
    <WithSchool pageTitle={t`Điểm danh`}>
      {(school) => <SchoolOverview key={school.id} school={school} />}
    </WithSchool>
  );
}

function SchoolOverview({ school }: { school: School }) {
  const { params } = useUrlParams();
  const choice = {
    school_id: school.id,
    school_year: useChosenYear(),
    week: Number(params.get('week')) || undefined,
  };
  const query = useQuery(overviewQuery(choice));
  const schoolYears = useQuery(schoolYearsQuery(school.id));
  return (
    <Loaded
      query={holdBack(query, schoolYears.isLoading)}
      pageTitle={t`Điểm danh`}
      skeleton={<PageSkeleton />}
      failedMessage={t`Không tải được điểm danh của trường`}
      hasCard
      hasRefetchToast
    >
      {(overview) => (
        <Overview overview={overview} choice={choice} schoolYears={schoolYears.data} />
      )}
    </Loaded>
  );
}

interface Props {
  overview: AttendanceOverview;
  choice: OverviewChoice;
}

function Overview({
  overview,
  choice,
  schoolYears,
}: Props & { schoolYears: readonly SchoolYear[] | undefined }) {
  const { school_name, school_year, week } = overview;
  return (
    <div ref={printOnly} className={classes.page}>
      <PageHeader title={t`Điểm danh`}>
        <Actions overview={overview} choice={choice} />
      </PageHeader>
      <p className={classes.paper}>
        <strong lang="vi">{school_name}</strong> · {formatSchoolYear(school_year)} ·{' '}
        {t`Tuần ${week}`}
      </p>
      <div className={classes.filters}>
        <SchoolFilter />
        <SchoolYearSelect schoolYears={schoolYears} resetParams={{ week: null }} />
        <OverviewWeekPicker overview={overview} />
      </div>
      {overview.classes.length === 0 ? (
        <EmptyState picture={<SproutPicture />} title={t`Trường chưa có lớp nào`} />
      ) : (
        <div className={classes.columns}>
          <HeatMap overview={overview} choice={choice} />
          <div className={classes.rail}>
            <section className={classes.card} aria-label={t`Tuần đã chọn`}>
              <WeekFigures overview={overview} />
              <GradeLines overview={overview} />
            </section>
            <WeekAbsences overview={overview} />
          </div>
        </div>
      )}
    </div>
  );
}

function Actions({ overview, choice }: Props) {
  const { isLoading, save } = useDownload();
  const { remindable, remind, isReminding } = useMissing(overview, choice);
  const count = remindable.length;
  const { school_name: school, school_year } = overview;
  const years = formatSchoolYear(school_year);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={20} aria-hidden />}
        onClick={() => window.print()}
      >
        {t`In`}
      </Button>
      <Button
        variant="default"
        loading={isLoading}
        leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        onClick={() =>
          void save(() => downloadOverview(choice, t`Điểm danh ${school} ${years}.xlsx`))
        }
      >
        {t`Tải .xlsx`}
      </Button>
      {count > 0 && (
        <Button
          loading={isReminding}
          leftSection={<IconBellRinging size={20} aria-hidden />}
          onClick={() => remind(remindable)}
        >
          {t`Nhắc ${count} lớp`}
        </Button>
      )}
    </>
  );
}
