import { getFirstMonday } from '@lop-xanh/contract/rules/weeks';
import type { RolloverPlan } from '@lop-xanh/contract/years';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import {
  buildRows,
  classes,
  type Resources,
  type Row,
  type Rows,
  schools,
  students,
  teachers,
} from './access-rows.ts';
import { accountNotFound, inQuery } from './administration-rows.ts';
import { thisSchoolYear } from './attendance.ts';

const years: Resources = {
  own: { description: 'the current year', getKey: () => thisSchoolYear },
  'same school': { skipReason: 'a year belongs to the school in the body' },
  'other school': { skipReason: 'a year belongs to the school in the body' },
  missing: { description: 'a year that the school does not have', getKey: () => 2000 },
};

/** An Admin must name the school. */
const schoolRequired = { Admin: 400 };
const expectedForSchool = {
  'other school': { Mod: 403 },
  missing: { Mod: 403, Admin: 404 },
};
const readRows: Row[] = [
  { description: 'without a school', expect: schoolRequired },
  ...buildRows('school_id', schools, inQuery('school_id'), expectedForSchool),
];
const strangers = { Student: 403, Parent: 403, Teacher: 403, Mod: 403 };

const emptyPlan: RolloverPlan = {
  first_monday: getFirstMonday(thisSchoolYear + 1),
  classes: [],
  successors: [],
  students: [],
};
const newClass = {
  key: 'n1',
  name: '1A',
  grade_id: 1,
  teacher_id: null,
  isWithoutTeacher: true,
};

/** The version of the draft; it is 0 until somebody has saved one. */
const findDraftVersion = async (db: Db, schoolId: number): Promise<number> => {
  const [version = 0] = await db.values(
    z.number(),
    sql`select version from school_year_drafts where school_id = ${schoolId}`,
  );
  return version;
};

/** What names something of another school is dropped from the plan. */
const buildPlanRows = (
  field: string,
  resources: Resources,
  toPlan: (id: number) => Partial<RolloverPlan>,
): Row[] =>
  buildRows(`plan.${field}`, resources, async (id: number, { db, ours: { schoolId } }) => ({
    body: {
      school_id: schoolId,
      version: await findDraftVersion(db, schoolId),
      plan: { ...emptyPlan, ...toPlan(id) },
    },
  }));

/** Saves a draft in which all students come to one class. */
async function addReadyDraft(db: Db, schoolId: number): Promise<number> {
  const studentIds = await db.values(
    z.number(),
    sql`
      select id from users
      where school_id = ${schoolId} and role = 'Student' and deleted_at is null`,
  );
  const plan = {
    ...emptyPlan,
    classes: [newClass],
    students: studentIds.map((student_id) => ({ student_id, to: newClass.key })),
  };
  const [version = 0] = await db.values(
    z.number(),
    sql`
      insert into school_year_drafts (school_id, year, plan)
      select school_id, max(year) + 1,
             ${JSON.stringify(plan)}::jsonb || jsonb_build_object('first_monday',
               date_trunc('week', make_date(max(year)::int + 1, 9, 7))::date)
      from school_years where school_id = ${schoolId} group by school_id
      on conflict (school_id) do update
      set year = excluded.year, plan = excluded.plan, version = school_year_drafts.version + 1
      returning version`,
  );
  return version;
}

/** Starts a year without any classes. */
async function addStartedYear(db: Db, schoolId: number): Promise<void> {
  await db.run(sql`
    insert into school_years (school_id, year, first_monday, started_at)
    select school_id, max(year) + 1, date_trunc('week', make_date(max(year)::int + 1, 9, 7)), now()
    from school_years where school_id = ${schoolId} group by school_id`);
}

const makeTableForm = () => {
  const form = new FormData();
  form.append('file', new Blob(['Tên đăng nhập,Lớp mới\n']), 'nam-hoc.csv');
  return form;
};

/** The access rows of school years and their rollover. */
export const yearRows: Rows = {
  'GET /api/school-years': [
    { description: 'without a school', expect: schoolRequired },
    ...buildRows('school_id', schools, inQuery('school_id'), {
      'other school': strangers,
      missing: { ...strangers, Admin: 404 },
    }),
  ],
  'PUT /api/school-years/{year}': [
    ...buildRows(
      'year',
      years,
      (year: number, { ours }) => ({
        params: { year },
        body: { school_id: ours.schoolId, first_monday: getFirstMonday(year) },
      }),
      { missing: accountNotFound },
    ),
    ...buildRows(
      'school_id',
      schools,
      (school_id: number) => ({
        params: { year: thisSchoolYear },
        body: { school_id, first_monday: getFirstMonday(thisSchoolYear) },
      }),
      expectedForSchool,
    ),
  ],
  'GET /api/school-years/draft': readRows,
  'PUT /api/school-years/draft': [
    ...buildRows(
      'school_id',
      schools,
      async (school_id: number, { db }) => ({
        body: { school_id, version: await findDraftVersion(db, school_id), plan: emptyPlan },
      }),
      expectedForSchool,
    ),
    ...buildPlanRows('classes.teacher_id', teachers, (teacher_id) => ({
      classes: [{ ...newClass, teacher_id }],
    })),
    ...buildPlanRows('successors.class_id', classes, (class_id) => ({
      successors: [{ class_id, to: null }],
    })),
    ...buildPlanRows('students.student_id', students, (student_id) => ({
      students: [{ student_id, to: null }],
    })),
  ],
  'GET /api/school-years/draft.xlsx': readRows,
  'POST /api/school-years/draft/import': [
    {
      description: 'without a file',
      request: () => ({ query: { version: 0 } }),
      expect: { Mod: 400, Admin: 400 },
    },
    ...buildRows(
      'school_id',
      schools,
      (school_id: number) => ({ query: { school_id, version: 0 }, form: makeTableForm() }),
      expectedForSchool,
    ),
  ],
  'POST /api/school-years/start': buildRows(
    'school_id',
    schools,
    async (school_id: number, { db }) => ({
      body: { school_id, version: await addReadyDraft(db, school_id) },
    }),
    expectedForSchool,
  ),
  'POST /api/school-years/undo': buildRows(
    'school_id',
    schools,
    async (school_id: number, { db }) => {
      await addStartedYear(db, school_id);
      return { body: { school_id } };
    },
    expectedForSchool,
  ),
  'POST /api/classes/generate': buildRows(
    'school_id',
    schools,
    (school_id: number) => ({ body: { school_id, grades: [1], letters: ['A'] } }),
    expectedForSchool,
  ),
};
