import type { QueryOf } from '@lop-xanh/contract/endpoint';
import type {
  ClassReport,
  Report,
  ReportCounts,
  ReportPeriod,
  reports,
} from '@lop-xanh/contract/reports';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { readVisibleClass } from '../classes/classes.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import { findClassReport } from './class-report.queries.ts';
import { findReport } from './reports.queries.ts';

export async function readReport(
  db: Db,
  actor: Actor,
  { school_id, grade_id, school_year, ...period }: QueryOf<typeof reports.read>,
): Promise<Report> {
  const isOnAllSchools = actor.role === 'Admin' && school_id === undefined;
  const report = await findReport(db, {
    ...period,
    schoolId: isOnAllSchools ? null : requireSchoolId(actor, school_id),
    gradeId: grade_id,
    schoolYear: school_year,
    today: getVietnamDate(new Date()),
  });
  if (!report) throw new AppError('not_found');
  return { ...report, totals: sumParts(report.parts) };
}

export async function readClassReport(
  db: Db,
  actor: Actor,
  { id, ...period }: ReportPeriod & { id: number },
): Promise<ClassReport> {
  await readVisibleClass(db, actor, id);
  const { sheets, due, ...report } = await findClassReport(db, { ...period, classId: id });
  const students = report.students.toSorted((a, b) => compareByGivenName(a.full_name, b.full_name));
  const totals = sumParts(students.map((student) => ({ ...student, sheets: 0, due: 0 })));
  return { ...report, students, totals: { ...totals, sheets, due } };
}

function sumParts(parts: readonly ReportCounts[]): ReportCounts {
  const sum = (field: keyof ReportCounts) => parts.reduce((total, part) => total + part[field], 0);
  return {
    present: sum('present'),
    total: sum('total'),
    sheets: sum('sheets'),
    due: sum('due'),
    students: sum('students'),
    participants: sum('participants'),
  };
}

/** Records that a report leaves the server as a file. */
export async function recordReportExport(
  db: Db,
  actor: Actor,
  { school, school_year }: Report,
): Promise<void> {
  await writeAuditEntries(db, actor, {
    action: 'exported',
    subject: 'attendance',
    name: school?.school_name ?? '',
    schoolId: school?.id ?? null,
    details: { school_year },
  });
}

export async function recordClassReportExport(
  db: Db,
  actor: Actor,
  { class_id, class_name, school_id, school_year }: ClassReport,
): Promise<void> {
  await writeAuditEntries(db, actor, {
    action: 'exported',
    subject: 'attendance',
    id: class_id,
    name: class_name,
    schoolId: school_id,
    details: { school_year },
  });
}
