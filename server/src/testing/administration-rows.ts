import { byId, type Given, type Request, rowsFor, schools, type Things } from './access-rows.ts';

export const inQuery = (field: string) => (id: number) => ({ query: { [field]: id } });
/** What those who manage accounts are told of somebody who is not there. */
export const nobody = { Mod: 404, Admin: 404 };
export const asTeacher = ({ ours }: Given) => byId(ours.otherTeacher.id);

const expectedOfSchool = { 'other school': { Mod: 403 }, missing: { Mod: 403 } };
export const rowsOfSchool = rowsFor('school_id', schools, inQuery('school_id'), expectedOfSchool);

/** What a list is filtered by: another school's thing finds a Mod nothing. */
export const filteredBy = (list: string, field: string, things: Things) =>
  rowsFor(
    field,
    things,
    inQuery(field),
    {},
    { list, for: { own: [], 'other school': ['Mod'], missing: ['Mod', 'Admin'] } },
  );

/** Puts the fields of a form into a request. */
export type Send = (fields: Record<string, unknown>, given: Given) => Request | Promise<Request>;
