import sql from 'sql-template-tag';
import { z } from 'zod';
import { backupConnections } from '../backup/backup-config.ts';
import { readBackupAge } from '../backup/backups.queries.ts';
import { listAppliedMigrations } from '../database/applied-migrations.queries.ts';
import type { Db } from '../database/database.ts';
import { migrationNames } from '../database/migration-files.ts';
import { checkClock } from './check-clock.ts';
import { examine, type Finding, formatDuration, ok, problem, warning } from './findings.ts';

/** Of one server, besides the pooled ones: for notifications. */
const listeningConnections = 2;
const maxBackupAgeHours = 26;

const state = z.object({
  version: z.string(),
  encoding: z.string(),
  can_create: z.boolean(),
  /** How many tables belong to somebody else, so that a migration could not change them. */
  foreign_tables: z.number(),
  free_connections: z.number(),
});

export async function checkDatabase(db: Db, poolSize: number): Promise<Finding[]> {
  const connectionsNeeded = poolSize + listeningConnections + backupConnections;
  const found = await db.one(
    state,
    sql`
      select current_setting('server_version') as version,
             current_setting('server_encoding') as encoding,
             has_schema_privilege(current_schema(), 'create') as can_create,
             (select count(*)::int from pg_tables
              where schemaname = current_schema() and not pg_has_role(tableowner, 'usage'))
               as foreign_tables,
             current_setting('max_connections')::int
               - (select count(*)::int from pg_stat_activity where backend_type = 'client backend')
               as free_connections`,
  );
  const findings = [ok('Database', `PostgreSQL ${found.version} responds`)];
  const add = (text: string, advice: string) => findings.push(problem('Database', text, advice));
  if (found.encoding !== 'UTF8') {
    add(`its encoding is ${found.encoding}`, 'Create the database again with --encoding UTF8.');
  }
  if (!found.can_create) {
    add(
      'the user may not create tables',
      'Make the user of DATABASE_URL the owner of the database.',
    );
  }
  if (found.foreign_tables > 0) {
    add(
      `${found.foreign_tables} tables belong to another user, so that upgrades fail`,
      'Make the user of DATABASE_URL their owner (reassign owned by … to …).',
    );
  }
  if (found.free_connections < connectionsNeeded) {
    findings.push(
      warning(
        'Database',
        `only ${found.free_connections} more connections are possible`,
        `Each server needs ${connectionsNeeded}: raise max_connections.`,
      ),
    );
  }
  const compareClocks = () => checkClock('the database', () => readDatabaseTime(db));
  // A user without rights may not even read these tables.
  return [
    ...findings,
    ...(await examine('Migrations', () => checkMigrations(db))),
    ...(await examine('Clock', compareClocks)),
    ...(await examine('Backup', () => checkBackups(db))),
  ];
}

async function readDatabaseTime(db: Db): Promise<number> {
  return db.value(z.number(), sql`select extract(epoch from clock_timestamp())::float8 * 1000`);
}

async function checkMigrations(db: Db): Promise<Finding[]> {
  const topic = 'Migrations';
  if (!(await hasTable(db, 'migrations'))) {
    return [ok(topic, 'the database is empty: the first start creates its tables')];
  }
  const applied = await listAppliedMigrations(db);
  const names = migrationNames();
  const unknown = applied.filter((name) => !names.includes(name));
  const pending = names.filter((name) => !applied.includes(name));
  if (unknown.length > 0) {
    return [
      problem(
        topic,
        `a newer version has migrated the database (${unknown[0]})`,
        'Start the newer version, or restore a backup made with this one.',
      ),
    ];
  }
  if (pending.length === 0) return [ok(topic, `all ${names.length} have run`)];
  return [
    warning(
      topic,
      `${pending.length} have not run yet (${pending[0]} …)`,
      'Take a backup with the version that is running, then restart the server, which runs them.',
    ),
  ];
}

function hasTable(db: Db, name: string): Promise<boolean> {
  return db.value(z.boolean(), sql`select to_regclass(${name}) is not null`);
}

async function checkBackups(db: Db): Promise<Finding[]> {
  const topic = 'Backup';
  if (!(await hasTable(db, 'backups'))) {
    return [ok(topic, 'this database does not record backups yet')];
  }
  const age = await readBackupAge(db);
  const advice = 'Take one now, and let a timer take one every night (docs/OPERATIONS.md, Backup).';
  if (age === Number.POSITIVE_INFINITY) return [warning(topic, 'there is none yet', advice)];
  const text = `the last complete one is ${formatDuration(age)} old`;
  return [age > maxBackupAgeHours * 3_600 ? problem(topic, text, advice) : ok(topic, text)];
}
