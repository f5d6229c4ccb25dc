import { useQuery } from '@tanstack/react-query';
import { schoolYearsQuery } from '../../lib/school-years.ts';
import { SchoolYearSelect } from '../../ui/school-year-select.tsx';

interface YearFilterProps {
  schoolId: number;
  resetParams?: Record<string, null>;
}

export function YearFilter({ schoolId, resetParams = {} }: YearFilterProps) {
  const { data } = useQuery(schoolYearsQuery(schoolId));
  return <SchoolYearSelect schoolYears={data} resetParams={resetParams} isFilter />;
}
