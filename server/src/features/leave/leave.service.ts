import type { AuditAction } from '@lop-xanh/contract/audit';
import type { LeaveInput, LeaveNote } from '@lop-xanh/contract/leave';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { Db } from '../../database/database.ts';
import { isExclusionViolation } from '../../database/postgres-errors.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { readVisibleClass } from '../classes/classes.service.ts';
import { notifyOfLeaveDecision, notifyOfLeaveNote } from '../notifications/notify.service.ts';
import { findCurrentYear } from '../years/years.service.ts';
import {
  findNote,
  findStudent,
  insertNote,
  listNotesOfClass,
  listNotesOfStudent,
  lockNote,
  type StoredNote,
  type StoredStudent,
  saveDecision,
  saveWithdrawal,
} from './leave.queries.ts';
import {
  canDecide,
  canDiscoverStudent,
  canReadNotes,
  canSend,
  canWithdraw,
  findDaysError,
  isDecisionOpen,
  isWithdrawalOpen,
  type TargetStudent,
} from './leave.rules.ts';

const getToday = () => getVietnamDate(new Date());

/** Must run in a transaction. */
export async function sendNote(
  db: Db,
  actor: Actor,
  { id, ...input }: LeaveInput & { id: number },
): Promise<LeaveNote> {
  const student = await findAllowedStudent(db, actor, id, canSend);
  // Nobody would take attendance of the child.
  if (!student.is_active || student.class_id === null) throw new AppError('forbidden');
  const daysError = findDaysError(input, getToday());
  if (daysError) throw fieldError(daysError.error, daysError.path);
  const noteId = await insertNote(db, actor, { ...input, student }).catch(rethrowOverlap);
  await notifyOfLeaveNote(db, actor, { student, classId: student.class_id });
  const note = await readNote(db, actor, noteId);
  await auditNote(db, actor, 'created', note, student.school_id);
  return note;
}

function rethrowOverlap(error: unknown): never {
  throw isExclusionViolation(error, 'one_leave_note_a_day')
    ? new AppError('leave_overlaps', { cause: error })
    : error;
}

export async function readNotesOfStudent(db: Db, actor: Actor, id: number): Promise<LeaveNote[]> {
  const student = await findAllowedStudent(db, actor, id, canReadNotes);
  const year = await findCurrentYear(db, student.school_id);
  const notes = await listNotesOfStudent(db, { studentId: id, since: `${year}-08-01` });
  return notes.map((note) => toNote(actor, note));
}

export async function readNotesOfClass(
  db: Db,
  actor: Actor,
  { id, date }: { id: number; date?: string | undefined },
): Promise<LeaveNote[]> {
  await readVisibleClass(db, actor, id);
  const notes = await listNotesOfClass(db, { classId: id, date, today: getToday() });
  return notes.map((note) => toNote(actor, note));
}

/** Must run in a transaction, which holds the lock on the note. */
export async function decideNote(
  db: Db,
  actor: Actor,
  { id, status }: { id: number; status: 'accepted' | 'refused' },
): Promise<LeaveNote> {
  await lockNote(db, id);
  const note = await findAllowedNote(db, actor, id, canDecide);
  if (!isDecisionOpen(note)) throw new AppError('leave_note_changed');
  await saveDecision(db, actor, { noteId: id, status });
  const isAccepted = status === 'accepted';
  await notifyOfLeaveDecision(db, actor, {
    parentId: note.sender_id,
    student: { id: note.student_id, full_name: note.full_name },
    isAccepted,
  });
  await auditNote(db, actor, isAccepted ? 'approved' : 'rejected', note, note.school_id);
  return readNote(db, actor, id);
}

/** Must run in a transaction, which holds the lock on the note. */
export async function withdrawNote(db: Db, actor: Actor, id: number): Promise<void> {
  await lockNote(db, id);
  const note = await findAllowedNote(db, actor, id, canWithdraw);
  if (!isWithdrawalOpen(note, getToday())) throw new AppError('leave_note_changed');
  await saveWithdrawal(db, id);
  await auditNote(db, actor, 'withdrawn', note, note.school_id);
}

export async function readNote(db: Db, actor: Actor, id: number): Promise<LeaveNote> {
  return toNote(actor, await findAllowedNote(db, actor, id, canReadNotes));
}

async function findAllowedStudent(
  db: Db,
  actor: Actor,
  id: number,
  isAllowed: (actor: Actor, student: TargetStudent) => boolean,
): Promise<StoredStudent> {
  const student = await findStudent(db, id);
  if (!student || !canDiscoverStudent(actor, student)) throw new AppError('not_found');
  if (!isAllowed(actor, student)) throw new AppError('forbidden');
  return student;
}

async function findAllowedNote(
  db: Db,
  actor: Actor,
  id: number,
  isAllowed: (actor: Actor, student: TargetStudent, note: StoredNote) => boolean,
): Promise<StoredNote> {
  const note = await findNote(db, id);
  if (!note || !canDiscoverStudent(actor, toStudent(note))) throw new AppError('not_found');
  if (!isAllowed(actor, toStudent(note), note)) throw new AppError('forbidden');
  return note;
}

const toStudent = ({ student_id: id, school_id, class_id }: StoredNote): TargetStudent => ({
  id,
  school_id,
  class_id,
});

function toNote(actor: Actor, stored: StoredNote): LeaveNote {
  const student = toStudent(stored);
  return {
    ...stored,
    can: {
      decide: canDecide(actor, student) && isDecisionOpen(stored),
      withdraw: canWithdraw(actor, student, stored) && isWithdrawalOpen(stored, getToday()),
    },
  };
}

/** Leaves out the reason: it may be about the child's health, and the note itself keeps it. */
function auditNote(
  db: Db,
  actor: Actor,
  action: AuditAction,
  { student_id, full_name, first_day, last_day }: Omit<LeaveNote, 'can'>,
  schoolId: number,
): Promise<void> {
  return writeAuditEntries(db, actor, {
    action,
    subject: 'leave_note',
    id: student_id,
    name: full_name,
    schoolId,
    details: { first_day, last_day },
  });
}
