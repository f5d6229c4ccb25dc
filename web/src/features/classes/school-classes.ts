import { t } from '@lingui/core/macro';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import { queryOptions } from '@tanstack/react-query';
import { translateGrade } from '../../language/grade-name.ts';
import { request } from '../../lib/api.ts';

/** Of the current year by default. */
export const schoolClassesQuery = (schoolId: number, schoolYear?: number) =>
  queryOptions({
    queryKey: ['classes', 'of school', schoolId, ...(schoolYear ? [schoolYear] : [])],
    queryFn: async () => {
      const query = { school_id: schoolId, school_year: schoolYear };
      return (await request(classes.list, { query })).classes;
    },
    staleTime: 0,
    enabled: schoolId > 0,
  });

/** Select options, grouped by grade. */
export function toClassOptions(schoolClasses: readonly SchoolClass[]) {
  const grades = new Map<string, { value: string; label: string }[]>();
  for (const { id, name, grade_name } of schoolClasses) {
    const items = grades.get(translateGrade(grade_name)) ?? [];
    items.push({ value: String(id), label: t`Lớp ${name}` });
    grades.set(translateGrade(grade_name), items);
  }
  return [...grades].map(([group, items]) => ({ group, items }));
}
