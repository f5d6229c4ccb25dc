import { accounts, buildRows, classes, type Row, type Rows, schools } from './access-rows.ts';

/** Those who may not be changed are listed as such, so that the request succeeds. */
const selectedRows = (more: object = {}): Row[] =>
  buildRows('ids', accounts, (id: number) => ({ body: { ids: [id], ...more } }));

/** The filters of a list, in one school. */
const listFilterRows: Row[] = [
  {
    description: 'without a school',
    request: () => ({ query: { role: 'Student' } }),
    expect: { Admin: 400 },
  },
  ...buildRows(
    'school_id',
    schools,
    (school_id: number) => ({ query: { role: 'Student', school_id } }),
    { 'other school': { Mod: 403 }, missing: { Mod: 403 } },
  ),
  ...buildRows('class_id', classes, (class_id: number, { ours }) => ({
    query: { role: 'Student', school_id: ours.schoolId, class_id },
  })),
];

/** The access rows of the filters of a list, and of what is done with several accounts at once. */
export const selectedAccountRows: Rows = {
  'GET /api/admin/users/counts': listFilterRows,
  'GET /api/admin/users/ids': listFilterRows,
  'POST /api/admin/users/selected/status': selectedRows({ status: 'active' }),
  'POST /api/admin/users/selected/reset-passwords': selectedRows(),
  'POST /api/admin/users/selected/cards': selectedRows(),
  'POST /api/admin/users/selected/move': [
    ...selectedRows({ class_id: null }),
    ...buildRows(
      'class_id',
      classes,
      (class_id: number, { ours }) => ({ body: { ids: [ours.otherStudent.id], class_id } }),
      { 'other school': { Mod: 400, Admin: 400 }, missing: { Mod: 400, Admin: 400 } },
    ),
  ],
  'POST /api/admin/users/selected/export.xlsx': [
    ...buildRows('ids', accounts, (id: number, { ours }) => ({
      body: { ids: [id], kind: 'students', school_id: ours.schoolId },
    })),
    ...buildRows(
      'school_id',
      schools,
      (school_id: number, { ours }) => ({
        body: { ids: [ours.student.id], kind: 'students', school_id },
      }),
      { 'other school': { Mod: 403 }, missing: { Mod: 403, Admin: 404 } },
    ),
  ],
};
