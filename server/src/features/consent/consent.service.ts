import type {
  ConsentDecision,
  ConsentState,
  consent,
  PostToReview,
  StudentConsent,
} from '@lop-xanh/contract/consent';
import type { BodyOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { PageQuery } from '@lop-xanh/contract/paging';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { listStudents, readVisibleClass } from '../classes/classes.service.ts';
import { notifyOfConsentAge, notifyOfConsentWithdrawals } from '../notifications/notify.service.ts';
import { lockSchoolOf, lockSchools } from '../schools/schools.service.ts';
import {
  findFullName,
  findStates,
  insertConsents,
  listEndedByAge,
  listPostsToReview,
  listRecords,
  type NewConsent,
  type StudentState,
} from './consent.queries.ts';
import {
  canDiscoverStudent,
  canReadConsent,
  canRecordPaper,
  findOwnSide,
} from './consent.rules.ts';

export {
  findGuardianAnswers,
  type GuardianAnswer,
  isEnrolledAt,
  joinConsent,
  type NewConsent,
} from './consent.queries.ts';

export async function readConsent(db: Db, actor: Actor, id: number): Promise<StudentConsent> {
  const student = await findStudent(db, actor, id);
  return {
    ...toState(student),
    records: await listRecords(db, id),
    can: {
      answer: findOwnSide(actor, student) !== undefined,
      record: canRecordPaper(actor, student),
    },
  };
}

/** Must run in a transaction, like everything here that writes. */
export async function answerConsent(
  db: Db,
  actor: Actor,
  { id, decision }: { id: number; decision: ConsentDecision },
): Promise<StudentConsent> {
  const student = await lockSchoolOf(db, () => findStudent(db, actor, id));
  const side = findOwnSide(actor, student);
  if (!side) throw new AppError('forbidden');
  const record = {
    student_id: id,
    side,
    decision,
    evidence: 'app',
    guardian_name: side === 'guardian' ? await findFullName(db, actor.id) : null,
    decided_on: getVietnamDate(new Date()),
  } as const;
  await saveConsents(db, actor, [record]);
  return readConsent(db, actor, id);
}

type PaperForm = Pick<BodyOf<typeof consent.record>, 'side' | 'decision' | 'guardian_name'>;

export async function recordPaperForm(
  db: Db,
  actor: Actor,
  { id, decided_on, ...form }: BodyOf<typeof consent.record> & { id: number },
): Promise<StudentConsent> {
  const student = await lockSchoolOf(db, () => findStudent(db, actor, id));
  if (!canRecordPaper(actor, student)) throw new AppError('forbidden');
  assertNotInFuture(decided_on);
  await saveConsents(db, actor, [toPaperRecord(id, decided_on, form)]);
  return readConsent(db, actor, id);
}

type ClassConsent = ResponseOf<typeof consent.ofClass>;

export async function readClassConsent(db: Db, actor: Actor, id: number): Promise<ClassConsent> {
  const students = await listReadableStudents(db, actor, id);
  return {
    students: students.map((student) => ({
      id: student.id,
      full_name: student.full_name,
      code: student.code,
      ...toState(student),
    })),
  };
}

export async function recordPaperForms(
  db: Db,
  actor: Actor,
  { id, decided_on, records }: BodyOf<typeof consent.recordClass> & { id: number },
): Promise<ClassConsent> {
  const { school_id: schoolId } = await readVisibleClass(db, actor, id);
  await lockSchools(db, [schoolId]);
  assertNotInFuture(decided_on);
  const students = await listReadableStudents(db, actor, id);
  const studentIds = new Set(students.map((student) => student.id));
  for (const [index, { student_id }] of records.entries()) {
    if (!studentIds.has(student_id)) {
      throw fieldError('student_of_another_class', `records.${index}.student_id`);
    }
  }
  const newRecords = records.map(({ student_id, ...form }) =>
    toPaperRecord(student_id, decided_on, form),
  );
  await saveConsents(db, actor, newRecords);
  return readClassConsent(db, actor, id);
}

export async function readPostsToReview(
  db: Db,
  actor: Actor,
  { id, limit, before }: PageQuery & { id: number },
): Promise<{ posts: PostToReview[]; next: string | null }> {
  await findStudent(db, actor, id);
  const last = before ? decodeCursor(before) : Number.MAX_SAFE_INTEGER;
  const rows = await listPostsToReview(db, actor, {
    studentId: id,
    before: last,
    limit: limit + 1,
  });
  const { page, next } = toPage(rows, limit, (post) => post.id);
  return { posts: page, next };
}

/** Records answers and tells the Mods whose photos may no longer be shown. The caller has locked the school. */
export async function saveConsents(db: Db, actor: Actor, records: NewConsent[]): Promise<void> {
  if (records.length === 0) return;
  const studentIds = [...new Set(records.map(({ student_id }) => student_id))];
  const before = new Map(
    (await findStates(db, studentIds)).map((student) => [student.id, student]),
  );
  await insertConsents(db, actor, records);
  const after = await findStates(db, studentIds);
  const withdrawn = after.filter(({ id, isGiven }) => before.get(id)?.isGiven && !isGiven);
  await notifyOfConsentWithdrawals(db, actor, withdrawn);
  const entries = records.map(({ student_id: id, side, decision, evidence, decided_on }) => {
    const { full_name, school_id, [side]: formerDecision } = before.get(id) as StudentState;
    return {
      action: 'created' as const,
      subject: 'photo_consent' as const,
      id,
      name: full_name,
      schoolId: school_id,
      details: {
        fields: [side],
        old: { [side]: formerDecision },
        new: { [side]: decision },
        evidence,
        decided_on,
      },
    };
  });
  await writeAuditEntries(db, actor, ...entries);
}

/** Part of the cleanup: nobody acts when a birthday ends a consent. */
export async function announceConsentAge(db: Db): Promise<void> {
  const students = await listEndedByAge(db);
  if (students.length > 0) await notifyOfConsentAge(db, students);
}

/** Also throws if the actor may not read the consent of the student. */
async function findStudent(db: Db, actor: Actor, id: number): Promise<StudentState> {
  const [student] = await findStates(db, [id]);
  if (!student || !canDiscoverStudent(actor, student)) throw new AppError('not_found');
  if (!canReadConsent(actor, student)) throw new AppError('forbidden');
  return student;
}

/** Of a past class: those of its students whom the actor still teaches, or who are still in the school. */
async function listReadableStudents(
  db: Db,
  actor: Actor,
  classId: number,
): Promise<StudentState[]> {
  await readVisibleClass(db, actor, classId);
  const enrolled = await listStudents(db, classId);
  const students = await findStates(
    db,
    enrolled.map(({ id }) => id),
  );
  return students.filter((student) => canReadConsent(actor, student));
}

function toState({ guardian, child, needsChild, isGiven }: StudentState): ConsentState {
  return { guardian, child, needsChild, isGiven };
}

function toPaperRecord(
  studentId: number,
  decidedOn: string,
  { side, decision, guardian_name }: PaperForm,
): NewConsent {
  return {
    student_id: studentId,
    side,
    decision,
    evidence: 'paper',
    guardian_name: (side === 'guardian' && guardian_name) || null,
    decided_on: decidedOn,
  };
}

function assertNotInFuture(day: string): void {
  if (day > getVietnamDate(new Date())) throw fieldError('date_in_future', 'decided_on');
}
