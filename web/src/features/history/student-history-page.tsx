import { t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { Button, Tabs } from '@mantine/core';
import { IconReport } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { messages } from '../../language/messages.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { tabClasses } from '../../ui/panel-tabs.ts';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { UserSelect } from '../accounts/public.ts';
import { ClassFilters } from '../classes/public.ts';
import { SchoolFilter, WithSchool } from '../schools/public.ts';
import { useChosenYear } from '../years/public.ts';
import { AttendanceHistory } from './attendance-history.tsx';
import { reportQuery, studentTransfersQuery } from './history.api.ts';
import classes from './history.module.css';
import { StudentReport } from './lazy-student-report.ts';
import { PrintedHistory } from './printed-history.tsx';
import { TransfersTable } from './transfers-table.tsx';
import { YearFilter } from './year-filter.tsx';

/** The student in the URL, who may have been deleted. */
function useChosenStudent() {
  const { params } = useUrlParams();
  const id = Number(params.get('student')) || 0;
  const { data } = useQuery(reportQuery(id));
  if (id === 0) return null;
  return { id, full_name: data?.student.id === id ? data.student.full_name : '…' };
}

export function StudentHistoryPage() {
  const { params, choose } = useUrlParams();
  const student = useChosenStudent();
  if (student && params.get('view') === 'report') {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <StudentReport
          id={student.id}
          backLabel={t`Student History`}
          onClose={() => choose({ view: null, year: null })}
        />
      </Suspense>
    );
  }
  return (
    <>
      <PageHeader title={t`Student History`}>
        <Button
          disabled={!student}
          lang={getTextLanguage(messages.history.viewReport)}
          leftSection={<IconReport size={20} aria-hidden />}
          onClick={() => choose({ view: 'report', year: params.get('school_year') })}
        >
          {messages.history.viewReport}
        </Button>
      </PageHeader>
      <WithSchool>{(school) => <History school={school} student={student} />}</WithSchool>
    </>
  );
}

interface HistoryProps {
  schoolId: number;
  student: { id: number; full_name: string } | null;
}

function History({ school, student }: Pick<HistoryProps, 'student'> & { school: School }) {
  const { params, choose } = useUrlParams();
  const schoolId = school.id;
  const chosenYear = useChosenYear();
  const title = t`Student History`;
  const { classTab } = messages.history;
  const attendanceTab = messages.history.attendanceTab;
  return (
    <>
      <Filters schoolId={schoolId} student={student} />
      <PrintedHistory
        title={title}
        subtitles={[
          school.school_name,
          chosenYear ? getSchoolYearLabel(chosenYear) : undefined,
          student?.full_name,
        ]}
      >
        <Tabs
          value={params.get('tab') === 'attendance' ? 'attendance' : 'classes'}
          onChange={(tab) => choose({ tab })}
          keepMounted={false}
          classNames={tabClasses}
        >
          <Tabs.List aria-label={title}>
            <Tabs.Tab value="classes" lang={getTextLanguage(classTab)}>
              {classTab}
            </Tabs.Tab>
            <Tabs.Tab value="attendance" lang={getTextLanguage(attendanceTab)}>
              {attendanceTab}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="classes">
            <ClassHistory schoolId={schoolId} student={student} />
          </Tabs.Panel>
          <Tabs.Panel value="attendance">
            <AttendanceHistory studentId={student?.id} />
          </Tabs.Panel>
        </Tabs>
      </PrintedHistory>
    </>
  );
}

/** The grade and class in the URL. */
function useClassFilters() {
  const { params } = useUrlParams();
  const numberParam = (name: string) => Number(params.get(name)) || undefined;
  return { grade_id: numberParam('grade'), class_id: numberParam('class') };
}

function Filters({ schoolId, student }: HistoryProps) {
  const { choose } = useUrlParams();
  const filters = useClassFilters();
  const chosenYear = useChosenYear();
  return (
    <Card>
      <div className={classes.filters}>
        <SchoolFilter />
        <YearFilter schoolId={schoolId} resetParams={{ class: null }} />
        <div className={classes.pair}>
          <ClassFilters schoolId={schoolId} schoolYear={chosenYear} hasLabels />
        </div>
        <UserSelect
          label={t`Student`}
          placeholder={t`Tất cả học sinh`}
          // Whoever was in a class of an earlier year is somewhere else now.
          filter={{ role: 'Student', school_id: schoolId, ...(!chosenYear && filters) }}
          value={student}
          onChange={(chosen) => choose({ student: chosen?.id ?? null })}
        />
      </div>
    </Card>
  );
}

function ClassHistory({ schoolId, student }: HistoryProps) {
  const filters = useClassFilters();
  const school_year = useChosenYear();
  const list = useInfiniteQuery(
    studentTransfersQuery({
      school_year,
      ...(student ? { student_id: student.id } : { school_id: schoolId, ...filters }),
    }),
  );
  return (
    <TransfersTable
      label={messages.history.classTab}
      nameHeading={t`Học sinh`}
      list={list}
      emptyTitle={messages.history.noTransfers}
    />
  );
}
