import type { User } from '@lop-xanh/contract/accounts';
import { classes, type Grade } from '@lop-xanh/contract/classes';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './api.ts';
import { useChoices } from './choices.ts';
import { childrenQuery, useUser } from './visitor.ts';

export const gradesQuery = queryOptions({
  queryKey: ['grades'],
  queryFn: async () => (await request(classes.grades)).grades,
});

export const ownGradesQuery = (user: User) =>
  queryOptions({
    queryKey: ['grades', user.id, user.grade_id],
    queryFn: ({ client }) => gradesOf(user, client),
  });

async function gradesOf(user: User, client: QueryClient): Promise<Grade[]> {
  const { role, grade_id: id, grade_name: name } = user;
  switch (role) {
    case 'Mod':
    case 'Admin':
      return (await request(classes.grades)).grades;
    case 'Parent':
      return gradesOfChildren(client);
    case 'Teacher':
    case 'Student':
      return id === null || name === null ? [] : [{ id, name }];
  }
}

async function gradesOfChildren(client: QueryClient): Promise<Grade[]> {
  const { children } = await client.fetchQuery(childrenQuery);
  const grades = new Map<number, Grade>();
  for (const { grade_id: id, grade_name: name } of children) {
    if (id !== null && name !== null) grades.set(id, { id, name });
  }
  return [...grades.values()].toSorted((one, other) => one.id - other.id);
}

/** The grade that the address names, or else the first. */
export function gradeIn(grades: Grade[], search: URLSearchParams | string): Grade | undefined {
  const named = new URLSearchParams(search).get('grade');
  return grades.find(({ id }) => String(id) === named) ?? grades[0];
}

/** The grades that a person may look into, and the one in the address. */
export function useGrade() {
  const user = useUser();
  const { data: grades, error, refetch } = useQuery(ownGradesQuery(user));
  const { params, choose } = useChoices();
  return {
    grades,
    grade: grades && gradeIn(grades, params),
    choose: (grade: number) => choose({ grade }),
    error,
    retry: () => void refetch(),
  };
}
