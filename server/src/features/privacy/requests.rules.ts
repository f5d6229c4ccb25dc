import type { DataRequest, RequestKind, RequestStatus } from '@lop-xanh/contract/privacy';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** The person whose data a request is about. */
export interface RequestSubject {
  id: number;
  role: Role;
  school_id: number | null;
  is_erased: boolean;
}

/** What the rules need to know about a request. */
export interface RequestFacts {
  kind: RequestKind;
  status: RequestStatus;
  school_id: number;
  requested_by: number | null;
  finished_at: string | null;
  subject: RequestSubject;
}

/** Whether the actor records and handles requests on behalf of the school. */
export function isOffice({ role }: Actor): boolean {
  return role === 'Mod' || role === 'Admin';
}

/** Parents ask for themselves and their children, teachers for themselves, the office for anyone of the school. */
export function canFile(actor: Actor, subject: RequestSubject): boolean {
  if (subject.is_erased) return false;
  return isOffice(actor) ? isInCharge(actor, subject) : isOwnOrChild(actor, subject);
}

export function canReadRequest(actor: Actor, request: RequestFacts): boolean {
  return canHandle(actor, request) || request.requested_by === actor.id;
}

export function getRequestAbilities(
  actor: Actor,
  request: RequestFacts,
  now: Date,
): DataRequest['can'] {
  const { kind, status, subject } = request;
  const handles = canHandle(actor, request);
  const isErasure = kind === 'erasure';
  return {
    answer: handles && status === 'open',
    finish: handles && status === 'accepted' && !isErasure,
    erase: handles && status === 'accepted' && isErasure && canEraseSubject(actor, subject),
    download: kind === 'copy' && !subject.is_erased && canDownload(actor, request, now),
  };
}

/** Nobody erases themselves, and a student who has moved is erased by the new school. */
export function canEraseSubject(actor: Actor, subject: RequestSubject): boolean {
  return isInCharge(actor, subject) && subject.id !== actor.id && !subject.is_erased;
}

function canHandle(actor: Actor, { school_id }: RequestFacts): boolean {
  return actor.role === 'Admin' || (actor.role === 'Mod' && isInOwnSchool(actor, { school_id }));
}

function canDownload(actor: Actor, request: RequestFacts, now: Date): boolean {
  const { status, subject, requested_by } = request;
  const isDone = status === 'done';
  if (isInCharge(actor, subject))
    return canHandle(actor, request) && (isDone || status === 'accepted');
  return (
    isDone && requested_by === actor.id && isOwnOrChild(actor, subject) && !isTooOld(request, now)
  );
}

function isTooOld({ finished_at }: RequestFacts, now: Date): boolean {
  const age = now.getTime() - Date.parse(finished_at ?? '');
  return age > limits.copyDays * 86_400_000;
}

/** Whether the actor may see everything about the person. */
function isInCharge(actor: Actor, subject: RequestSubject): boolean {
  if (actor.role === 'Admin') return true;
  return actor.role === 'Mod' && subject.role !== 'Admin' && isInOwnSchool(actor, subject);
}

function isOwnOrChild(actor: Actor, { id }: RequestSubject): boolean {
  return id === actor.id || actor.student_ids.includes(id);
}
