import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { z } from 'zod';
import {
  buildRows,
  byId,
  classes,
  type Resources,
  type Row,
  type RowContext,
  type Rows,
  schools,
} from './access-rows.ts';
import { accountNotFound, inQuery } from './administration-rows.ts';

/** An Admin must name the school to export. */
const exportRows: Row[] = [
  { description: 'without a school', expect: { Admin: 400 } },
  ...buildRows('school_id', schools, inQuery('school_id'), {
    'other school': { Mod: 403 },
    missing: { Mod: 403, Admin: 404 },
  }),
];
const templateRows: Row[] = [{ description: 'the same for every school', expect: {} }];

const makeTableForm = () => {
  const form = new FormData();
  const line = `moi.${randomUUID().slice(0, 8)},Mới,moi@example.vn`;
  form.append('file', new Blob([`Tên đăng nhập,Tên,Email\n${line}`]), 'danh-sach.csv');
  return { form };
};
const importRows: Row[] = [
  { description: 'without a file', expect: { Mod: 400, Admin: 400 } },
  ...buildRows(
    'school_id',
    schools,
    (school_id: number) => ({ query: { school_id }, ...makeTableForm() }),
    {
      'other school': { Mod: 403 },
      missing: { Mod: 403, Admin: 404 },
    },
  ),
];

/** One import at a time: those of the rows before must be over. */
const importJobRows: Row[] = importRows.map(({ request, ...row }) => ({
  ...row,
  async request(context: RowContext) {
    await context.db.run(sql`update import_jobs set state = 'failed' where state = 'running'`);
    return (await request?.(context)) ?? {};
  },
}));
const findJobId = (db: RowContext['db'], schoolId: number) =>
  db.value(
    z.number(),
    sql`
      insert into import_jobs (school_id, total, state) values (${schoolId}, 1, 'done')
      returning id`,
  );
const importJobs: Resources = {
  own: { description: 'an import', getKey: ({ db, ours }) => findJobId(db, ours.schoolId) },
  'same school': { skipReason: 'an import belongs to the school' },
  'other school': {
    description: "another school's import",
    getKey: ({ db, theirs }) => findJobId(db, theirs.schoolId),
  },
  missing: { description: 'a missing id', getKey: () => 999_999_999 },
};

/** The access rows of tables of accounts, and of the import of students. */
export const tableRows: Rows = {
  'POST /api/admin/student-import/check': importRows,
  'POST /api/admin/student-import/jobs': importJobRows,
  'GET /api/admin/student-import/jobs': exportRows,
  'GET /api/admin/student-import/jobs/{id}': buildRows('id', importJobs, byId, {
    'other school': { Mod: 404 },
    missing: accountNotFound,
  }),
  'POST /api/classes/{id}/first-passwords': buildRows('id', classes, byId, {
    'other school': { Mod: 404 },
    missing: accountNotFound,
  }),

  'GET /api/admin/students/template.csv': templateRows,
  'GET /api/admin/students/template.xlsx': templateRows,
  'GET /api/admin/students/export.csv': exportRows,
  'GET /api/admin/students/export.xlsx': exportRows,
  'POST /api/admin/students/import': importRows,
  'GET /api/admin/teachers/template.csv': templateRows,
  'GET /api/admin/teachers/template.xlsx': templateRows,
  'GET /api/admin/teachers/export.csv': exportRows,
  'GET /api/admin/teachers/export.xlsx': exportRows,
  'POST /api/admin/teachers/import': importRows,
};
