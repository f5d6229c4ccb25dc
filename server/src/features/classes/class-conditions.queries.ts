import sql, { type Sql } from 'sql-template-tag';

/** Joins the homeroom teacher of a class as `teacher`. */
export const joinTeacher = (schoolClass: Sql) => sql`
  left join current_members homeroom
    on homeroom.class_id = ${schoolClass}.id and homeroom.kind = 'homeroom'
  left join users teacher on teacher.id = homeroom.user_id`;

/** A substitute has the rights of the homeroom teacher during these days. */
export const isSubstituting = (membership: Sql) => sql`
  ${membership}.kind = 'substitute'
  and ${membership}.started_at <= now() and now() < ${membership}.ended_at`;

/** The last day of a membership that ends with a day in Vietnam. */
export const lastDay = (membership: Sql) => sql`
  ((${membership}.ended_at - interval '1 microsecond') at time zone interval '7 hours')::date`;

/** The name that a class had at a moment. */
export const classNameAt = (schoolClass: Sql, moment: Sql) => sql`coalesce((
  select former.name from former_class_names former
  where former.class_id = ${schoolClass}.id and former.until > ${moment}
  order by former.until limit 1), ${schoolClass}.name)`;

/** Whether the class is one of its school's current year. */
export const isCurrentClass = (schoolClass: Sql) => sql`
  ${schoolClass}.deleted_at is null and ${schoolClass}.year = (
    select max(school_year.year) from school_years school_year
    where school_year.school_id = ${schoolClass}.school_id)`;
