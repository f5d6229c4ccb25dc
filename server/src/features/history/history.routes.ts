import { history } from '@lop-xanh/contract/history';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveFile } from '../../http/serve.ts';
import {
  readAllStudentMoves,
  readAllTeacherMoves,
  readReport,
  readStays,
  readStudentMoves,
  readTeacherMoves,
} from './history.service.ts';
import { toSpreadsheet } from './report-spreadsheet.ts';

export function historyRoutes(app: FastifyInstance, { database: { db } }: FeatureParts): void {
  serve(app, history.ofTeacher, ({ actor, params }) => readTeacherMoves(db, actor, params.id));
  serve(app, history.ofTeachers, ({ actor, query: { school_id, teacher_id, ...page } }) =>
    readAllTeacherMoves(db, actor, { schoolId: school_id, userId: teacher_id }, page),
  );
  serve(app, history.ofStudent, async ({ actor, params }) => ({
    history: await readStudentMoves(db, actor, params.id),
  }));
  serve(app, history.ofStudents, ({ actor, query }) => {
    const { school_id, grade_id, class_id, student_id, ...page } = query;
    const wanted = {
      schoolId: school_id,
      gradeId: grade_id,
      classId: class_id,
      userId: student_id,
    };
    return readAllStudentMoves(db, actor, wanted, page);
  });
  serve(app, history.attendance, async ({ actor, params }) => ({
    attendance: await readStays(db, actor, params.id),
  }));
  serve(app, history.report, ({ actor, params, query }) =>
    readReport(db, actor, { ...params, ...query }),
  );
  serveFile(app, history.reportFile, async ({ actor, params, query }) =>
    toSpreadsheet(await readReport(db, actor, { ...params, ...query })),
  );
}
