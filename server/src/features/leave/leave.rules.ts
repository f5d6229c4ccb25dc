import type { SharedErrorName } from '@lop-xanh/contract/errors';
import type { LeaveInput, LeaveNote } from '@lop-xanh/contract/leave';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** The student whom a leave note is about, as they are now. */
export interface TargetStudent {
  id: number;
  school_id: number | null;
  class_id: number | null;
}

/** Parents for their children; teachers for the students in their classes now. */
export function canReadNotes(actor: Actor, student: TargetStudent): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isInOwnSchool(actor, student);
    case 'Teacher':
      return student.class_id !== null && actor.class_ids.includes(student.class_id);
    case 'Parent':
      return actor.student_ids.includes(student.id);
    case 'Student':
      return false;
  }
}

/** An actor who may know that the student exists gets 403 instead of 404. */
export function canDiscoverStudent(actor: Actor, student: TargetStudent): boolean {
  return canReadNotes(actor, student) || isInOwnSchool(actor, student);
}

export function canSend(actor: Actor, student: TargetStudent): boolean {
  return actor.role === 'Parent' && canReadNotes(actor, student);
}

export function canDecide(actor: Actor, student: TargetStudent): boolean {
  return (actor.role === 'Teacher' || actor.role === 'Mod') && canReadNotes(actor, student);
}

/** A parent takes back only what they sent themselves, and only about a child who is still theirs. */
export function canWithdraw(
  actor: Actor,
  student: TargetStudent,
  { sender_id }: { sender_id: number },
): boolean {
  return canSend(actor, student) && actor.id === sender_id;
}

type NoteState = Pick<LeaveNote, 'status' | 'last_day'>;

export function isDecisionOpen({ status }: Pick<NoteState, 'status'>): boolean {
  return status === 'sent';
}

export function isWithdrawalOpen({ status, last_day }: NoteState, today: string): boolean {
  return (status === 'sent' || status === 'accepted') && last_day >= today;
}

const msPerDay = 86_400_000;

/** A note is about today or later days, of which there may not be too many. */
export function findDaysError(
  { first_day, last_day }: Pick<LeaveInput, 'first_day' | 'last_day'>,
  today: string,
): { error: SharedErrorName; path: string } | undefined {
  if (first_day < today) return { error: 'first_day_past', path: 'first_day' };
  if (last_day < first_day) return { error: 'last_day_before_first', path: 'last_day' };
  const days = (Date.parse(last_day) - Date.parse(first_day)) / msPerDay + 1;
  return days > limits.maxLeaveDays ? { error: 'leave_too_long', path: 'last_day' } : undefined;
}
