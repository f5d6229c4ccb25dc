import { t } from '@lingui/core/macro';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import type { SchoolTasks } from '@lop-xanh/contract/dashboard';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import type { School } from '@lop-xanh/contract/schools';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useToday } from '../../lib/today.ts';
import { combineQueries, Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { overviewQuery } from '../attendance-overview/public.ts';
import { SchoolFilter, WithSchool } from '../schools/public.ts';
import { schoolTasksQuery } from './dashboard.api.ts';
import { MissingSheets } from './missing-sheets.tsx';
import classes from './school-overview-page.module.css';
import { SchoolTaskList } from './school-task-list.tsx';
import { TodayAbsences } from './today-absences.tsx';
import { WeekRates } from './week-rates.tsx';

/** What a school has to do today, the attendance of its week, and its year as a line. */
export function SchoolOverviewPage() {
  return (
    <WithSchool pageTitle={t`Tổng quan`}>
      {(school) => <SchoolToday key={school.id} school={school} />}
    </WithSchool>
  );
}

function SchoolToday({ school }: { school: School }) {
  const attendance = useQuery(
    overviewQuery({ school_id: school.id, school_year: undefined, week: undefined }),
  );
  const tasks = useQuery(schoolTasksQuery(school.id));
  return (
    <Loaded
      query={combineQueries(attendance, tasks)}
      pageTitle={t`Tổng quan`}
      skeleton={<PageSkeleton />}
      failedMessage={t`Không tải được tổng quan của trường`}
      hasCard
      hasRefetchToast
    >
      {([overview, schoolTasks]) => <Overview overview={overview} tasks={schoolTasks} />}
    </Loaded>
  );
}

function Overview({ overview, tasks }: { overview: AttendanceOverview; tasks: SchoolTasks }) {
  const day = formatDay(useToday());
  const { week, school_name } = overview;
  return (
    <div ref={printOnly} className={classes.page}>
      <PageHeader title={t`Tổng quan`}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t`In`}
        </Button>
      </PageHeader>
      <p className={classes.school}>
        <strong lang="vi">{school_name}</strong> {t`· ${day} · tuần ${week}`}
      </p>
      <div className={classes.filter}>
        <SchoolFilter />
      </div>
      <SchoolTaskList tasks={tasks} />
      <div className={classes.columns}>
        <MissingSheets overview={overview} />
        <div className={classes.rail}>
          <TodayAbsences overview={overview} />
          <WeekRates overview={overview} />
        </div>
      </div>
    </div>
  );
}
