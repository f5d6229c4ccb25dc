import { useQuery } from '@tanstack/react-query';
import { SchoolYearSelect, schoolYearsQuery } from '../years/public.ts';

interface YearFilterProps {
  schoolId: number;
  resetParams?: Record<string, null>;
}

export function YearFilter({ schoolId, resetParams }: YearFilterProps) {
  const { data } = useQuery(schoolYearsQuery(schoolId));
  return <SchoolYearSelect schoolYears={data} {...(resetParams && { resetParams })} isFilter />;
}
