import { importOptions, studentImport } from '@lop-xanh/contract/student-import';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Actor } from '../../../http/authentication.ts';
import type { FeatureParts } from '../../../http/feature-parts.ts';
import { runOnce } from '../../../http/idempotency.ts';
import { serve, serveWrite } from '../../../http/serve.ts';
import { validate } from '../../../http/validation.ts';
import { getI18n } from '../../../language/i18n.ts';
import { resolveTableSchoolId } from '../export-accounts.service.ts';
import { checkStudents } from './check-students.service.ts';
import { issueFirstPasswords, prepareFirstPasswords } from './first-passwords.service.ts';
import { createJob, openImportJobs, readJob, readJobs } from './import-jobs.service.ts';

export function registerStudentImportRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  const jobs = openImportJobs(db, app.log);
  app.addHook('onClose', () => jobs.close());

  const check = async (
    actor: Actor,
    request: FastifyRequest,
    { school_id, options }: { school_id?: number | undefined; options?: string | undefined },
  ) => {
    const schoolId = await resolveTableSchoolId(db, actor, school_id);
    if (!request.sheets) throw new AppError('table_missing');
    return checkStudents(db, actor, {
      schoolId,
      sheets: request.sheets,
      options: parseOptions(options),
      i18n: getI18n(actor, config),
    });
  };

  serve(app, studentImport.check, async ({ actor, query, body, request }) => {
    return (await check(actor, request, { ...query, ...body })).check;
  });

  serve(app, studentImport.start, async ({ actor, query, body, request }) => {
    const launched: (() => void)[] = [];
    const job = await runOnce(db, request, {
      async prepare() {
        const checked = await check(actor, request, { ...query, ...body });
        if (checked.check.open > 0) throw new AppError('table_has_problems');
        return checked;
      },
      async write(transaction, checked) {
        const created = await createJob(transaction, actor, checked);
        launched.push(() => jobs.run(created.id, actor, checked));
        return created;
      },
      toStoredReference: ({ id }) => ({ id }),
      respondToRetry: (transaction: Db, { id }) => readJob(transaction, actor, id),
    });
    // Only once it is stored.
    for (const launch of launched) launch();
    return job;
  });

  serve(app, studentImport.jobs, async ({ actor, query }) => {
    const schoolId = await resolveTableSchoolId(db, actor, query.school_id);
    return { jobs: await readJobs(db, schoolId) };
  });
  serve(app, studentImport.job, ({ actor, params }) => readJob(db, actor, params.id));

  serveWrite(app, db, studentImport.firstPasswords, {
    prepare: ({ actor, params }) => prepareFirstPasswords(db, actor, params.id),
    write: async ({ actor, params }, transaction, prepared) => ({
      accounts: await issueFirstPasswords(transaction, actor, { classId: params.id, prepared }),
    }),
    // Passwords are shown only once.
    respondToRetry: async () => ({ accounts: [] }),
  });
}

function parseOptions(json = '{}') {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new AppError('invalid_input', { cause });
  }
  const { data, issues } = validate(importOptions, value);
  if (issues) throw new AppError('invalid_input', { issues });
  return data;
}
