import { t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { UserSelect } from '../accounts/public.ts';
import { SchoolFilter, WithSchool } from '../schools/public.ts';
import { useChosenYear } from '../years/public.ts';
import { teacherNameQuery, teacherTransfersQuery } from './history.api.ts';
import classes from './history.module.css';
import { PrintedHistory } from './printed-history.tsx';
import { TransfersTable } from './transfers-table.tsx';
import { YearFilter } from './year-filter.tsx';

export function TeacherHistoryPage() {
  return (
    <>
      <PageHeader title={t`Teacher History`} />
      <WithSchool>{(school) => <History school={school} />}</WithSchool>
    </>
  );
}

function History({ school }: { school: School }) {
  const { params, choose } = useUrlParams();
  const schoolId = school.id;
  const title = t`Teacher History`;
  const chosenYear = useChosenYear();
  const id = Number(params.get('teacher')) || 0;
  const { data: name = '…' } = useQuery(teacherNameQuery(id));
  const list = useInfiniteQuery(
    teacherTransfersQuery({
      school_year: chosenYear,
      ...(id ? { teacher_id: id } : { school_id: schoolId }),
    }),
  );
  return (
    <>
      <Card>
        <div className={classes.filters}>
          <SchoolFilter />
          <YearFilter schoolId={schoolId} />
          <UserSelect
            label={t`Giáo viên`}
            placeholder={t`Tất cả giáo viên`}
            filter={{ role: 'Teacher', school_id: schoolId }}
            value={id ? { id, full_name: name } : null}
            onChange={(teacher) => choose({ teacher: teacher?.id ?? null })}
          />
        </div>
      </Card>
      <PrintedHistory
        title={title}
        subtitles={[
          school.school_name,
          chosenYear ? getSchoolYearLabel(chosenYear) : undefined,
          id ? name : undefined,
        ]}
      >
        <TransfersTable
          label={title}
          nameHeading={t`Giáo viên`}
          list={list}
          emptyTitle={id ? messages.history.noAssignments : messages.history.none}
        />
      </PrintedHistory>
    </>
  );
}
