import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import { schools } from '@lop-xanh/contract/schools';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './api.ts';
import { useUrlParams } from './url-params.ts';

/** All schools for an Admin, their own school for a Mod. */
export const schoolsQuery = queryOptions({
  queryKey: ['schools'],
  queryFn: async () => (await request(schools.list)).schools,
  staleTime: 0,
});

export const schoolClassesQuery = (schoolId: number) =>
  queryOptions({
    queryKey: ['classes', 'of school', schoolId],
    queryFn: async () => (await request(classes.list, { query: { school_id: schoolId } })).classes,
    staleTime: 0,
    enabled: schoolId > 0,
  });

/** The schools the user manages, and the one selected in the URL, by default the first. */
export function useSchool() {
  const { data: schools } = useQuery(schoolsQuery);
  const { params } = useUrlParams();
  const school = schools?.find(({ id }) => String(id) === params.get('school')) ?? schools?.[0];
  return { schools, school };
}

/** Select options, grouped by grade. */
export function toClassOptions(schoolClasses: readonly SchoolClass[]) {
  const grades = new Map<string, { value: string; label: string }[]>();
  for (const { id, name, grade_name } of schoolClasses) {
    const items = grades.get(grade_name) ?? [];
    items.push({ value: String(id), label: `Lớp ${name}` });
    grades.set(grade_name, items);
  }
  return [...grades].map(([group, items]) => ({ group, items }));
}
