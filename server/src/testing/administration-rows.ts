import {
  buildRows,
  byId,
  type RequestInput,
  type Resources,
  type RowContext,
  schools,
} from './access-rows.ts';

export const inQuery = (field: string) => (id: number) => ({ query: { [field]: id } });
export const accountNotFound = { Mod: 404, Admin: 404 };
export const byTeacherId = ({ ours }: RowContext) => byId(ours.otherTeacher.id);

const expectedForSchool = { 'other school': { Mod: 403 }, missing: { Mod: 403 } };
export const schoolFilterRows = buildRows(
  'school_id',
  schools,
  inQuery('school_id'),
  expectedForSchool,
);

/** Rows for a list filter: a Mod who filters by another school's resource gets an empty list. */
export const buildFilterRows = (list: string, field: string, resources: Resources) =>
  buildRows(
    field,
    resources,
    inQuery(field),
    {},
    { list, for: { own: [], 'other school': ['Mod'], missing: ['Mod', 'Admin'] } },
  );

/** Puts form fields into a request. */
export type ToRequest = (
  fields: Record<string, unknown>,
  context: RowContext,
) => RequestInput | Promise<RequestInput>;
