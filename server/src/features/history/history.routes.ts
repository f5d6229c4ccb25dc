import { history } from '@lop-xanh/contract/history';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveFile } from '../../http/serve.ts';
import { getI18n } from '../../language/i18n.ts';
import {
  readClassPeriods,
  readReport,
  readStudentTransferPage,
  readStudentTransfers,
  readTeacherTransferPage,
  readTeacherTransfers,
  recordReportExport,
} from './history.service.ts';
import { toReportFile } from './report-spreadsheet.ts';

export function registerHistoryRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  serve(app, history.forTeacher, ({ actor, params }) => readTeacherTransfers(db, actor, params.id));
  serve(app, history.forAllTeachers, ({ actor, query }) => {
    const { school_id, school_year, teacher_id, ...page } = query;
    const filter = { schoolId: school_id, schoolYear: school_year, userId: teacher_id };
    return readTeacherTransferPage(db, actor, filter, page);
  });
  serve(app, history.forStudent, async ({ actor, params }) => ({
    history: await readStudentTransfers(db, actor, params.id),
  }));
  serve(app, history.forAllStudents, ({ actor, query }) => {
    const { school_id, school_year, grade_id, class_id, student_id, ...page } = query;
    const filter = {
      schoolId: school_id,
      schoolYear: school_year,
      gradeId: grade_id,
      classId: class_id,
      userId: student_id,
    };
    return readStudentTransferPage(db, actor, filter, page);
  });
  serve(app, history.attendance, async ({ actor, params }) => ({
    attendance: await readClassPeriods(db, actor, params.id),
  }));
  serve(app, history.report, ({ actor, params, query }) =>
    readReport(db, actor, { ...params, ...query }),
  );
  serveFile(app, history.reportFile, async ({ actor, params, query }) => {
    const report = await readReport(db, actor, { ...params, ...query });
    const file = await toReportFile(report, getI18n(actor, config));
    await recordReportExport(db, actor, report);
    return file;
  });
}
