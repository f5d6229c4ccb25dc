import { Gauge, type Registry } from 'prom-client';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { readBackupAge } from '../backup/backups.queries.ts';
import type { Database, Db } from '../database/database.ts';
import { withinTime } from '../lib/within-time.ts';
import type { Storage } from '../storage/storage.ts';
import { createStorageCheck, readFreeDiskBytes } from '../storage/storage-check.ts';
import { version } from '../version.ts';

interface Measure {
  name: string;
  help: string;
  /** Undefined if it is not known. */
  read: () => number | Promise<number | undefined>;
}

/** Measures what a server depends on, each time the metrics are read. */
export function addServerState(
  registry: Registry,
  { database: { db, pool }, storage }: { database: Database; storage: Storage },
): void {
  const isStorageUsable = createStorageCheck(storage);
  const measures: Measure[] = [
    // The pool first: the statements below use it too.
    {
      name: 'lop_xanh_database_connections',
      help: 'Open connections of the pool',
      read: () => pool.totalCount,
    },
    {
      name: 'lop_xanh_database_connections_idle',
      help: 'Connections of the pool that are not in use',
      read: () => pool.idleCount,
    },
    {
      name: 'lop_xanh_database_connections_max',
      help: 'How many connections the pool may open',
      read: () => pool.options.max,
    },
    {
      name: 'lop_xanh_database_waiting',
      help: 'Statements that wait for a connection',
      read: () => pool.waitingCount,
    },
    {
      name: 'lop_xanh_database_up',
      help: 'Whether the database responds',
      read: () =>
        db.run(sql`select`).then(
          () => 1,
          () => 0,
        ),
    },
    {
      name: 'lop_xanh_storage_up',
      help: 'Whether uploads can be written, read and deleted',
      read: async () => Number(await isStorageUsable()),
    },
    {
      name: 'lop_xanh_disk_free_bytes',
      help: 'Free space in the data folder',
      read: () => readFreeDiskBytes(storage),
    },
    {
      name: 'lop_xanh_push_waiting',
      help: 'Push messages that are due and not sent yet, of all servers',
      read: () => countDueMessages(db),
    },
    {
      name: 'lop_xanh_backup_age_seconds',
      help: 'Time since the last complete backup; infinite if there is none',
      read: () => readBackupAge(db),
    },
  ];
  for (const measure of measures) addMeasure(registry, measure);
  new Gauge({
    name: 'lop_xanh_info',
    help: 'The version that is running',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
}

/** What cannot be read in time is left out, except that `_up` is then 0. */
function addMeasure(registry: Registry, { name, help, read }: Measure): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const otherwise = name.endsWith('_up') ? 0 : undefined;
      const reading = Promise.resolve(read()).catch(() => otherwise);
      const value = await withinTime<number | undefined>(reading, otherwise);
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
  registry.registerMetric(gauge);
}

function countDueMessages(db: Db): Promise<number> {
  return db.value(z.number(), sql`select count(*)::int from push_queue where due_at <= now()`);
}
