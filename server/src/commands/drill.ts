import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { site } from '@lop-xanh/contract/site';
import sql from 'sql-template-tag';
import type { Backup } from '../backup/backup-folder.ts';
import { describeBackup } from '../backup/manifest.ts';
import { backupOptions, openBackup } from '../backup/open-backup.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { type Config, prepareDataFolder } from '../config.ts';
import type { Database } from '../database/database.ts';
import { listBrokenInvariants } from '../database/invariants.ts';
import { hasDemoAccounts } from '../demo/fill-demo.ts';
import { OperatorError } from '../operator-error.ts';
import { startServer } from '../server.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { runCommand, usageError, withDatabase } from './command.ts';

const usage = 'drill [<folder or bucket of backups>] [--identity <file or ->] [--backup <name>]';
const report = (step: string) => console.log(`… ${step}`);

await runCommand(
  usage,
  async (config, argument, options) => {
    const startedAt = performance.now();
    const location = argument || config.backup.target;
    if (location === undefined) throw usageError(usage);
    const backup = await openBackup(location, config.backup, options);
    await runDrill(config, backup);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    return `The backup in ${backup.location} can be restored (${seconds} s): ${describeBackup(backup.manifest)}`;
  },
  { options: backupOptions, isOptional: true },
);

/**
 * Proves that a backup can be restored: checks it, restores it into a temporary installation with an
 * embedded database, starts a server there, and deletes everything again.
 */
async function runDrill(config: Config, backup: Backup): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lop-xanh-drill-'));
  try {
    // Where root runs this, PostgreSQL is another user and must get through.
    await chmod(folder, 0o711);
    const dataDir = join(folder, 'data');
    prepareDataFolder({ dataDir });
    report('Checking the backup');
    await checkBackup(backup);
    report('Restoring it');
    const storage = openDiskStorage(dataDir);
    const isDemo = await withDatabase({ databaseUrl: undefined, dataDir }, async (database) => {
      await restoreBackup(database, storage, backup);
      return prepareCopy(database);
    });
    report('Starting a server with it');
    await probeServer({
      ...config,
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: undefined,
      s3: undefined,
      publicUrl: undefined,
      metrics: undefined,
      backup: { ...config.backup, target: undefined },
      isDemo,
      logLevel: 'error',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns whether it is a demo. Nobody gets push messages from a copy. */
async function prepareCopy({ db }: Database): Promise<boolean> {
  const broken = await listBrokenInvariants(db);
  if (broken.length > 0) throw new OperatorError(`The backup holds ${broken.join('; ')}.`);
  await db.run(sql`delete from push_subscriptions`);
  return hasDemoAccounts(db);
}

async function probeServer(config: Config): Promise<void> {
  const server = await startServer(config, () => undefined);
  try {
    const { status } = await fetch(new URL(site.ready.path, server.address));
    if (status !== 200) throw new OperatorError(`The restored server is not ready (${status}).`);
  } finally {
    await server.stop();
  }
}
