import { id } from '@lop-xanh/contract/fields';
import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { getDemoFirstMonday, listDemoDates, makeDemoMark } from './demo-attendance.ts';

const demoClass = z.object({ id, school_id: id, teacher_id: id, students: z.array(id) });
const addedSheet = z.object({ id, class_id: id, week: z.number() });

/** Adds the first weeks of every class; the current week is left for the visitor. */
export async function fillDemoAttendance(db: Db): Promise<void> {
  const today = getVietnamDate(new Date());
  await db.run(sql`
    update school_years set first_monday = ${getDemoFirstMonday(today)}
    where year = ${getSchoolYear(today)} and school_id in (select school_id from users where is_demo)`);
  const classes = await db.many(
    demoClass,
    sql`
    select class.id, class.school_id, teacher.id as teacher_id,
           array_agg(student.user_id order by student.user_id) as students
    from classes class
    join current_members homeroom on homeroom.class_id = class.id and homeroom.kind = 'homeroom'
    join users teacher on teacher.id = homeroom.user_id
    join current_members student on student.class_id = class.id and student.kind = 'student'
    where teacher.is_demo
    group by class.id, teacher.id
    order by class.id`,
  );
  await db.run(sql`
    insert into student_names (school_id, student_id, number, full_name)
    select school_id, id, 1, full_name
    from users where role = 'Student' and is_demo`);

  const sheets = classes.flatMap((schoolClass) =>
    listDemoDates(today).map((date, dateIndex) => {
      const week = dateIndex + 1;
      const marks = schoolClass.students.map((id, index) => ({ id, ...makeDemoMark(index, week) }));
      return { ...schoolClass, week, date, marks };
    }),
  );
  const rows = sheets.map(({ id, school_id, teacher_id, week, date, marks }) => ({
    school_id,
    class_id: id,
    school_year: getSchoolYear(date),
    week,
    date,
    taken_by: teacher_id,
    taken_at: `${date}T01:15:00Z`,
    present: marks.filter(({ isPresent }) => isPresent).length,
    total: marks.length,
  }));
  const added = await db.many(
    addedSheet,
    sql`${insertRows('attendance_sheets', rows)} returning id, class_id, week`,
  );
  const sheetIds = new Map(added.map(({ id, class_id, week }) => [`${class_id} ${week}`, id]));
  const records = sheets.flatMap(({ id, school_id, week, marks }) =>
    marks.map((mark) => ({ ...mark, schoolId: school_id, sheetId: sheetIds.get(`${id} ${week}`) })),
  );
  await db.run(sql`
    insert into attendance_records (student_id, sheet_id, school_id, name_number, is_present, note,
      is_excused)
    select student_id, sheet_id, school_id, 1, is_present, nullif(note, ''),
           not is_present and note <> ''
    from unnest(
      ${records.map(({ id }) => id)}::int[], ${records.map(({ sheetId }) => sheetId)}::int[],
      ${records.map(({ schoolId }) => schoolId)}::int[],
      ${records.map(({ isPresent }) => isPresent)}::boolean[],
      ${records.map(({ note }) => note)}::text[]
    ) as record (student_id, sheet_id, school_id, is_present, note)`);
}
