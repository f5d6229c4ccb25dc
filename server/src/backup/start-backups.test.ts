import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '../database/database.ts';
import { parseDatabaseUrl } from '../database/database-url.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { adoptStorage } from '../storage/pairing.ts';
import { makeFolder } from '../testing/test-app.ts';
import { makeTestDatabase, toDatabaseUrl } from '../testing/test-database.ts';
import { startBackups } from './start-backups.ts';

/** Starts them for a database, and returns the errors that are logged. */
async function start(database: Database, databaseUrl: string, at: string | undefined) {
  const dataDir = makeFolder(onTestFinished);
  await adoptStorage(database.db, openDiskStorage(dataDir));
  const backup = {
    target: makeFolder(onTestFinished),
    recipients: [await identityToRecipient(await generateX25519Identity())],
    at,
    keep: { days: 1, weeks: 0, months: 0 },
    s3: undefined,
  };
  const errors: unknown[][] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (...line: unknown[]) => void errors.push(line),
  };
  const config = { databaseUrl, dataDir, s3: undefined, backup };
  onTestFinished(await startBackups(database, config, log));
  return errors;
}

test('a server whose database has several hosts backs up by itself', async () => {
  const { connection } = await makeTestDatabase(onTestFinished);
  const databaseUrl = toDatabaseUrl({ ...connection, host: `/nonexistent,${connection.host}` });
  const database = openDatabase(parseDatabaseUrl(databaseUrl));
  onTestFinished(() => database.close());
  // The first backup begins at once, so its absence until now is no error.
  await database.db.run(sql`update migrations set run_at = now() - interval '27 hours'`);
  const errors = await start(database, databaseUrl, '02:00');
  const countGood = () =>
    database.db.value(
      z.number(),
      sql`select count(*)::int from backups where finished_at is not null and error is null`,
    );
  await expect
    .poll(async () => ({ errors, good: await countGood() }))
    .toEqual({ errors: [], good: 1 });
});

test.each([
  [
    'the last good backup ended more than 26 hours ago',
    sql`
      insert into backups (target, started_at, finished_at, error) values
        ('/backups', now() - interval '28 hours', now() - interval '27 hours', null),
        ('/backups', now() - interval '2 hours', now() - interval '1 hour', 'ENOSPC')`,
  ],
  [
    'nobody has made a backup since the installation',
    sql`update migrations set run_at = now() - interval '27 hours'`,
  ],
])('a server that leaves backups to the operator logs an error when %s', async (_, statement) => {
  const database = await makeTestDatabase(onTestFinished);
  await database.db.run(statement);
  const errors = await start(database, toDatabaseUrl(database.connection), undefined);
  const message = 'there has been no good backup for 26 hours';
  await expect.poll(() => errors).toEqual([[{ since: expect.any(String) }, message]]);
});
