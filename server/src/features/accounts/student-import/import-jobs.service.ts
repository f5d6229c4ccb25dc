import type { ImportCounts, ImportJob } from '@lop-xanh/contract/student-import';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../database/database.ts';
import { lockUsers } from '../../../database/lock-users.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Actor } from '../../../http/authentication.ts';
import { noPasswordHash } from '../../auth/passwords.service.ts';
import { importAccounts } from '../import-accounts.service.ts';
import type { CheckedImport } from './check-students.service.ts';
import { toHeadingKey } from './map-columns.ts';
import {
  failJob,
  findJob,
  finishJob,
  insertJob,
  listClassesWithoutPasswords,
  listJobs,
  rememberColumns,
  setProgress,
} from './student-import.queries.ts';

/** Several of these are within the minute after which a silent job counts as failed. */
const beatMs = 10_000;

export interface ImportJobs {
  /** Runs a stored job after its request. */
  run(jobId: number, actor: Actor, checked: CheckedImport): void;
  /** Waits for the jobs that are running. */
  close(): Promise<void>;
}

export function openImportJobs(db: Db, log: Pick<FastifyBaseLogger, 'error'>): ImportJobs {
  const running = new Set<Promise<void>>();
  return {
    run(jobId, actor, checked) {
      const job = runJob(db, { jobId, actor, checked })
        .catch(async (error: unknown) => {
          log.error({ err: error, job: jobId }, 'an import failed');
          await failJob(db, jobId);
        })
        // Without a database, its silence says that it failed.
        .catch(() => undefined)
        .finally(() => running.delete(job));
      running.add(job);
    },
    async close() {
      await Promise.all(running);
    },
  };
}

/** Everything is one transaction, so that a job that dies has written nothing. */
async function runJob(
  db: Db,
  { jobId, actor, checked }: { jobId: number; actor: Actor; checked: CheckedImport },
): Promise<void> {
  let written = 0;
  const report = async (done: number) => {
    written = done;
    await setProgress(db, jobId, done);
  };
  const timer = setInterval(() => void report(written).catch(() => undefined), beatMs);
  try {
    await db.transaction(async (transaction) => {
      const { created, changed, unchanged, parents } = await importAccounts(
        transaction,
        actor,
        checked.input,
        { onProgress: report },
      );
      const { skipped, classes } = checked.check.counts;
      const result: ImportCounts = {
        created,
        changed,
        unchanged,
        skipped,
        parents: parents.created,
        classes,
      };
      if (!(await lockUsers(transaction, [actor.id]))) throw new AppError('unauthenticated');
      if (!(await finishJob(transaction, jobId, result))) throw new AppError('import_running');
    });
  } finally {
    clearInterval(timer);
  }
}

/** Stores the job and what the columns mean. */
export async function createJob(
  db: Db,
  actor: Actor,
  { check, input: { schoolId } }: CheckedImport,
): Promise<ImportJob> {
  const { created, parents } = check.counts;
  const jobId = await insertJob(db, actor, { schoolId, total: created + parents });
  const columns = check.columns.map(({ heading, field }) => ({
    heading: toHeadingKey(heading),
    field,
  }));
  await rememberColumns(db, schoolId, columns);
  return readJob(db, actor, jobId);
}

/** A job of another school is not found. */
export async function readJob(db: Db, actor: Actor, jobId: number): Promise<ImportJob> {
  const job = await findJob(db, jobId);
  const isVisible = job && (actor.role === 'Admin' || job.school_id === actor.school_id);
  if (!isVisible) throw new AppError('not_found');
  return { ...job, classes: await listClassesWithoutPasswords(db, job.school_id, noPasswordHash) };
}

export async function readJobs(db: Db, schoolId: number): Promise<ImportJob[]> {
  const jobs = await listJobs(db, schoolId);
  const classes = await listClassesWithoutPasswords(db, schoolId, noPasswordHash);
  return jobs.map((job) => ({ ...job, classes }));
}
