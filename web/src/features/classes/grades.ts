import type { Profile } from '@lop-xanh/contract/auth';
import { classes, type Grade } from '@lop-xanh/contract/classes';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { childrenQuery } from '../../lib/current-user.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';
import { classesQuery } from './classes.api.ts';

export const gradesQuery = queryOptions({
  queryKey: ['grades'],
  queryFn: async () => (await request(classes.grades)).grades,
});

const ownGradesKey = ({ id, grade_id, substitutions }: Profile) => [
  'grades',
  id,
  grade_id,
  substitutions.map(({ class_id }) => class_id),
];

export const ownGradesQuery = (user: Profile) =>
  queryOptions({
    queryKey: ownGradesKey(user),
    queryFn: ({ client }) => loadGrades(user, client),
    ...restoreQuery<Grade[]>(ownGradesKey(user)),
  });

async function loadGrades(user: Profile, client: QueryClient): Promise<Grade[]> {
  const { role, grade_id: id, grade_name: name } = user;
  switch (role) {
    case 'Mod':
    case 'Admin':
      return (await request(classes.grades)).grades;
    case 'Parent':
      return loadGradesOfChildren(client);
    case 'Teacher':
    case 'Student':
      if (user.substitutions.length > 0) return loadGradesOfClasses(client, id);
      return id === null || name === null ? [] : [{ id, name }];
  }
}

async function loadGradesOfChildren(client: QueryClient): Promise<Grade[]> {
  const { children } = await client.fetchQuery(childrenQuery);
  return listGrades(children);
}

/** A teacher's own grade first, then those of the classes in which they stand in. */
async function loadGradesOfClasses(client: QueryClient, ownId: number | null): Promise<Grade[]> {
  const { pages } = await client.fetchInfiniteQuery(classesQuery());
  const grades = listGrades(pages.flatMap(({ classes }) => classes));
  return grades.toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId));
}

function listGrades(
  places: readonly { grade_id: number | null; grade_name: string | null }[],
): Grade[] {
  const grades = new Map<number, Grade>();
  for (const { grade_id: id, grade_name: name } of places) {
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
