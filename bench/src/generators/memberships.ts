/**
 * A statement that puts users into classes since the start of the school year: students are enrolled, and
 * a teacher is assigned as the homeroom teacher. `members` selects a `user_id` and a `class_id` for each.
 */
export const insertMemberships = (members: string) => `
  insert into memberships (school_id, class_id, user_id, kind, started_at)
  select class.school_id, class.id, "user".id,
         case "user".role when 'Student' then 'student' else 'homeroom' end,
         get_school_year_start(class.year)
  from (${members}) member
  join classes class on class.id = member.class_id
  join users "user" on "user".id = member.user_id
  order by "user".id`;
