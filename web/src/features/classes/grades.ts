import type { User } from '@lop-xanh/contract/accounts';
import { classes, type Grade } from '@lop-xanh/contract/classes';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { childrenQuery } from '../../lib/current-user.ts';

export const gradesQuery = queryOptions({
  queryKey: ['grades'],
  queryFn: async () => (await request(classes.grades)).grades,
});

export const ownGradesQuery = (user: User) =>
  queryOptions({
    queryKey: ['grades', user.id, user.grade_id],
    queryFn: ({ client }) => loadGrades(user, client),
  });

async function loadGrades(user: User, client: QueryClient): Promise<Grade[]> {
  const { role, grade_id: id, grade_name: name } = user;
  switch (role) {
    case 'Mod':
    case 'Admin':
      return (await request(classes.grades)).grades;
    case 'Parent':
      return loadGradesOfChildren(client);
    case 'Teacher':
    case 'Student':
      return id === null || name === null ? [] : [{ id, name }];
  }
}

async function loadGradesOfChildren(client: QueryClient): Promise<Grade[]> {
  const { children } = await client.fetchQuery(childrenQuery);
  const grades = new Map<number, Grade>();
  for (const { grade_id: id, grade_name: name } of children) {
    if (id !== null && name !== null) grades.set(id, { id, name });
  }
  return [...grades.values()].toSorted((a, b) => a.id - b.id);
}

/** The grade in the URL, or the first one. */
export function findGrade(
  grades: readonly Grade[],
  search: URLSearchParams | string,
): Grade | undefined {
  const id = new URLSearchParams(search).get('grade');
  return grades.find((grade) => String(grade.id) === id) ?? grades[0];
}
