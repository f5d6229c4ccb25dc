import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import { schools } from '@lop-xanh/contract/schools';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './api.ts';
import { useChoices } from './choices.ts';

/** All schools for an Admin, the own one for a Mod. */
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

/** The schools that a person manages, and the one that the address names, or else the first. */
export function useSchool() {
  const { data: all, error, refetch } = useQuery(schoolsQuery);
  const { params } = useChoices();
  const school = all?.find(({ id }) => String(id) === params.get('school')) ?? all?.[0];
  return { schools: all, school, error, retry: () => void refetch() };
}

/** For a list to choose from, by grade. */
export function classChoices(all: readonly SchoolClass[]) {
  const grades = new Map<string, { value: string; label: string }[]>();
  for (const { id, name, grade_name } of all) {
    const items = grades.get(grade_name) ?? [];
    items.push({ value: String(id), label: `Lớp ${name}` });
    grades.set(grade_name, items);
  }
  return [...grades].map(([group, items]) => ({ group, items }));
}
