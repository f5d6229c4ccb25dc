import { useQuery } from '@tanstack/react-query';
import { useUrlParams } from '../../lib/url-params.ts';
import { schoolsQuery } from './schools.api.ts';

/** The schools the user manages, and the one selected in the URL, by default the first. */
export function useSchool() {
  const { data: schools } = useQuery(schoolsQuery);
  const { params } = useUrlParams();
  const school = schools?.find(({ id }) => String(id) === params.get('school')) ?? schools?.[0];
  return { schools, school };
}
