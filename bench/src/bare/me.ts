import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../server/src/database/database.ts';

/** The smallest statement that finds a teacher by token with all fields of `/api/auth/me`. */
export const findTeacher = {
  name: 'find-teacher',
  text: `
    select teacher.id, teacher.username, teacher.role, teacher.school_id, school.school_name,
           class.id as class_id, class.name as class_name, class.grade_id, grade.name as grade_name,
           teacher.last_name || ' ' || teacher.first_name as full_name, teacher.first_name, teacher.last_name,
           teacher.identifier_code, coalesce(teacher.avatar, '/uploads/avt/avt-def.jpg') as avt,
           teacher.email, teacher.phone, teacher.parent_name, teacher.status, teacher.must_change_password as "isChangePass",
           teacher.language, '{}'::bigint[] as student_ids, school_year.year as school_year, school_year.first_monday,
           coalesce((
             select json_agg(json_build_object('class_id', covered.id, 'class_name', covered.name,
               'until', ((ended_at - interval '1 microsecond') at time zone interval '7 hours')::date)
               order by substitution.id)
             from memberships substitution
             join classes covered on covered.id = substitution.class_id and covered.deleted_at is null
             where substitution.user_id = teacher.id and kind = 'substitute'
               and started_at <= now() and now() < ended_at
           ), '[]') as substitutions
    from sessions
    join users teacher on teacher.id = user_id
    join schools school on school.id = teacher.school_id
    join current_members member on member.user_id = teacher.id
    join classes class on class.id = member.class_id
    join grades grade on grade.id = class.grade_id
    join lateral (
      select year, first_monday from school_years where school_id = school.id
      order by year desc limit 1
    ) school_year on true
    where token_hash = $1 and expires_at > now()`,
};

const selectOne = { name: 'select-one', text: 'select 1 as one' };

export function addMeRoutes(app: FastifyInstance, { pool }: Database): void {
  app.get('/one', async () => (await pool.query(selectOne)).rows[0]);
  app.get('/me', async ({ headers }) => {
    const token = headers.authorization?.slice('Bearer '.length) ?? '';
    const hash = createHash('sha256').update(token).digest();
    return (await pool.query({ ...findTeacher, values: [hash] })).rows[0];
  });
}
