import { t } from '@lingui/core/macro';
import type { Report } from '@lop-xanh/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { translateGrade } from '../../language/grade-name.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { gradesQuery } from '../classes/public.ts';
import { schoolsQuery } from '../schools/public.ts';
import { PeriodFilters } from './period-filters.tsx';
import classes from './report.module.css';

/** What the report is about; all of it is in the URL. */
export function ReportFilters({ report }: { report: Report }) {
  const { params, choose } = useUrlParams();
  const { data: grades = [] } = useQuery(gradesQuery);
  const [latestYear] = report.years;
  return (
    <div className={classes.filters}>
      <SchoolSelect />
      <NativeSelect
        label={t`Khối`}
        value={params.get('grade') ?? ''}
        data={[
          { value: '', label: t`Mọi khối` },
          ...grades.map(({ id, name }) => ({ value: String(id), label: translateGrade(name) })),
        ]}
        onChange={({ currentTarget }) => choose({ grade: currentTarget.value || null })}
      />
      {report.years.length > 1 && (
        <NativeSelect
          label={t`Năm học`}
          value={String(report.school_year)}
          data={report.years.map((year) => ({
            value: String(year),
            label: getSchoolYearLabel(year),
          }))}
          onChange={({ currentTarget: { value } }) =>
            choose({
              school_year: Number(value) === latestYear ? null : value,
              week: null,
              month: null,
            })
          }
        />
      )}
      <PeriodFilters steps={report.steps} />
    </div>
  );
}

/** Hidden for a Mod, who has only one school. */
function SchoolSelect() {
  const isAdmin = useUser().role === 'Admin';
  const { params, choose } = useUrlParams();
  const { data: schools = [] } = useQuery({ ...schoolsQuery, enabled: isAdmin });
  if (!isAdmin) return null;
  return (
    <NativeSelect
      label={t`Trường`}
      value={params.get('school') ?? ''}
      data={[
        { value: '', label: t`Tất cả các trường` },
        ...schools.map(({ id, school_name }) => ({ value: String(id), label: school_name })),
      ]}
      onChange={({ currentTarget }) =>
        choose({ school: currentTarget.value || null, school_year: null })
      }
    />
  );
}
