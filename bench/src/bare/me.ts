import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../server/src/database/database.ts';

/** The least that finds the teacher behind a token, with all that `/api/auth/me` tells of one. */
export const findTeacher = {
  name: 'find-teacher',
  text: `
    select u.id, u.username, u.role, u.school_id, s.school_name,
           u.class_id, c.name as class_name, c.grade_id, g.name as grade_name,
           u.last_name || ' ' || u.first_name as full_name, u.first_name, u.last_name,
           u.identifier_code, coalesce(u.avatar, '/uploads/avt/avt-def.jpg') as avt,
           u.email, u.phone, u.parent_name, u.status, u.must_change_password as "isChangePass",
           '{}'::bigint[] as student_ids
    from sessions
    join users u on u.id = user_id
    join schools s on s.id = u.school_id
    join classes c on c.id = u.class_id
    join grades g on g.id = c.grade_id
    where token_hash = $1 and expires_at > now()`,
};

const selectOne = { name: 'select-one', text: 'select 1 as one' };

export function bareMe(app: FastifyInstance, { pool }: Database): void {
  app.get('/one', async () => (await pool.query(selectOne)).rows[0]);
  app.get('/me', async ({ headers }) => {
    const token = headers.authorization?.slice('Bearer '.length) ?? '';
    const hash = createHash('sha256').update(token).digest();
    return (await pool.query({ ...findTeacher, values: [hash] })).rows[0];
  });
}
