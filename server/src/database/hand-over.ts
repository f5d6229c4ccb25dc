import type pg from 'pg';
import { appRole } from './cluster-config.ts';

/** Everything in the database that the role of the app does not own, as statements that change this. */
const foreignObjects = `
  select format(statement, '${appRole}') as statement
  from (
    select 'alter database postgres owner to %s' as statement, datdba as owner
    from pg_database where datname = 'postgres'
    union all
    select format('alter table %s owner to %%s', oid::regclass), relowner
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    union all
    select format('alter routine %s owner to %%s', oid::regprocedure), proowner
    from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select format('alter collation %s owner to %%s', oid::regcollation), collowner
    from pg_collation where collnamespace = 'public'::regnamespace
  ) objects
  where pg_get_userbyid(owner) <> '${appRole}'`;

/**
 * Creates the role of the app, which owns the database and has no rights beyond it. Up to 0.1.0 the app connected as the
 * superuser, who then owns everything. All or nothing, as the statements are sent together.
 */
export async function handOverToApp(superuser: pg.Client): Promise<void> {
  const roles = await superuser.query('select from pg_roles where rolname = $1', [appRole]);
  if (roles.rowCount === 0) {
    const password = superuser.escapeLiteral(superuser.password ?? '');
    await superuser.query(`create role ${appRole} login password ${password}`);
  }
  const { rows } = await superuser.query<{ statement: string }>(foreignObjects);
  if (rows.length > 0) await superuser.query(rows.map(({ statement }) => statement).join('; '));
}
