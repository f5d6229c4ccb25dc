import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../server/src/database/database.ts';

/** The smallest statement that finds a teacher by token with all fields of `/api/auth/me`. */
export const findTeacher = {
  name: 'find-teacher',
  text: `
    select teacher.id, teacher.username, teacher.role, teacher.school_id, school.school_name,
           teacher.class_id, class.name as class_name, class.grade_id, grade.name as grade_name,
           teacher.last_name || ' ' || teacher.first_name as full_name, teacher.first_name, teacher.last_name,
           teacher.identifier_code, coalesce(teacher.avatar, '/uploads/avt/avt-def.jpg') as avt,
           teacher.email, teacher.phone, teacher.parent_name, teacher.status, teacher.must_change_password as "isChangePass",
           teacher.language,
           '{}'::bigint[] as student_ids
    from sessions
    join users teacher on teacher.id = user_id
    join schools school on school.id = teacher.school_id
    join classes class on class.id = teacher.class_id
    join grades grade on grade.id = class.grade_id
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
