import type { BodyOf } from '@lop-xanh/contract/endpoint';
import type { PageQuery } from '@lop-xanh/contract/paging';
import type { DataRequest, privacy } from '@lop-xanh/contract/privacy';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { computeDeadlines } from '@lop-xanh/contract/rules/request-clock';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { lockUsers } from '../../database/lock-users.ts';
import { isSerializationFailure } from '../../database/postgres-errors.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { rejectCursor } from '../../http/paging.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { notifyOfRequest, notifyRequester } from '../notifications/notify.service.ts';
import { lockSchoolOf } from '../schools/schools.service.ts';
import {
  findRequest,
  findSubject,
  insertRequest,
  isWaitingFor,
  listRequests,
  type RequestFilter,
  type RequestPosition,
  type StoredRequest,
  saveAnswer,
  saveResult,
} from './requests.queries.ts';
import {
  canEraseSubject,
  canFile,
  canReadRequest,
  getRequestAbilities,
  isOffice,
  type RequestFacts,
} from './requests.rules.ts';

export async function readRequestPage(
  db: Db,
  actor: Actor,
  { limit, before, ...filter }: PageQuery & RequestFilter,
): Promise<{ requests: DataRequest[]; next: string | null }> {
  const after = before ? decodePosition(before) : undefined;
  const rows = await listRequests(db, actor, { ...filter, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    requests: page.map((row) => toRequest(actor, row)),
    next: rows.length > limit && last ? encodePosition(last) : null,
  };
}

export async function readRequest(db: Db, actor: Actor, id: number): Promise<DataRequest> {
  return toRequest(actor, await readStoredRequest(db, actor, id));
}

/** The school is locked, so that nobody files a request about a person who is being erased. */
export async function fileRequest(
  db: Db,
  actor: Actor,
  input: BodyOf<typeof privacy.file>,
): Promise<DataRequest> {
  const { kind, subject_id: subjectId, details } = input;
  const subject = await lockSchoolOf(db, async () => {
    const found = await findSubject(db, subjectId);
    if (!found || !canFile(actor, found)) throw new AppError('not_found');
    return found;
  });
  // An Admin belongs to no school, so no office answers for them.
  if (subject.school_id === null) throw new AppError('not_found');
  const isRecorded = isOffice(actor) && subject.id !== actor.id;
  const today = getVietnamDate(new Date());
  const receivedOn = (isRecorded && input.received_on) || today;
  if (receivedOn > today) throw fieldError('date_in_future', 'received_on');
  const requestedBy = isRecorded ? null : actor.id;
  if (requestedBy && (await isWaitingFor(db, { requestedBy, subjectId, kind })))
    throw new AppError('request_waiting');
  const id = await insertRequest(db, {
    kind,
    subjectId,
    schoolId: subject.school_id,
    requestedBy,
    requesterName: isRecorded
      ? (input.requester_name ?? subject.full_name)
      : await readOwnName(db, actor),
    details,
    receivedOn,
    ...computeDeadlines(receivedOn),
  });
  await notifyOfRequest(db, actor, id);
  const request = await readStoredRequest(db, actor, id);
  await writeRequestEntry(db, actor, request, 'created');
  return toRequest(actor, request);
}

export async function answerRequest(
  db: Db,
  actor: Actor,
  { id, version, accepted, answer }: BodyOf<typeof privacy.answer> & { id: number },
): Promise<DataRequest> {
  const request = await lockForUpdate(db, actor, { id, version });
  if (request.status !== 'open') throw new AppError('request_changed');
  const status = accepted ? 'accepted' : 'refused';
  await saveAnswer(db, actor, { id, status, answer });
  await notifyRequester(db, actor, { id, type: 'request_answered' });
  await writeRequestEntry(db, actor, request, 'answered', { status });
  return readRequest(db, actor, id);
}

/** An erasure is done by erasing, never by saying so. */
export async function finishByHand(
  db: Db,
  actor: Actor,
  { id, version, result }: BodyOf<typeof privacy.finish> & { id: number },
): Promise<DataRequest> {
  const request = await lockForUpdate(db, actor, { id, version });
  if (request.kind === 'erasure') throw new AppError('forbidden');
  if (request.status !== 'accepted') throw new AppError('request_changed');
  return finishRequest(db, actor, request, result);
}

/** Reads an accepted request for erasure that the actor may carry out. */
export async function readErasureRequest(db: Db, actor: Actor, id: number): Promise<StoredRequest> {
  const request = await readStoredRequest(db, actor, id);
  if (request.kind !== 'erasure') throw new AppError('not_found');
  if (request.status !== 'accepted') throw new AppError('request_changed');
  if (!canEraseSubject(actor, toFacts(request).subject)) throw new AppError('forbidden');
  return request;
}

/** Like `readErasureRequest`, but first locks the school of the request until the transaction ends. */
export async function lockRequest(
  db: Db,
  actor: Actor,
  id: number,
  version: number,
): Promise<StoredRequest> {
  await lockForUpdate(db, actor, { id, version });
  return readErasureRequest(db, actor, id);
}

/**
 * Says that a locked request is done. An erasure calls it last, with its row in `erasures`: the notification
 * and the audit entry then have no name.
 */
export async function finishRequest(
  db: Db,
  actor: Actor,
  { id, kind }: Pick<StoredRequest, 'id' | 'kind'>,
  result: string,
): Promise<DataRequest> {
  await saveResult(db, actor, { id, result });
  await notifyRequester(db, actor, { id, type: 'request_done' });
  const request = await readStoredRequest(db, actor, id);
  await writeRequestEntry(db, actor, request, kind === 'erasure' ? 'erased' : 'finished');
  return toRequest(actor, request);
}

/**
 * Records that the actor downloads the copy that a request asks for, and returns whose it is. An erasure waits
 * until the copy is read, so that no entry about it remains.
 */
export async function recordCopy(db: Db, actor: Actor, id: number): Promise<number> {
  const request = await readStoredRequest(db, actor, id);
  if (!toRequest(actor, request).can.download) throw new AppError('forbidden');
  if (!(await lockUsers(db, [request.subject_id]).catch(rethrowErasure)))
    throw new AppError('forbidden');
  await writeRequestEntry(db, actor, request, 'exported');
  return request.subject_id;
}

/** The transaction of the copy still sees the person who has just been erased. */
function rethrowErasure(error: unknown): never {
  throw isSerializationFailure(error) ? new AppError('unavailable', { cause: error }) : error;
}

/** Also throws `not_found` if the actor may not read the request. */
async function readStoredRequest(db: Db, actor: Actor, id: number): Promise<StoredRequest> {
  const request = await findRequest(db, id);
  if (!request || !canReadRequest(actor, toFacts(request))) throw new AppError('not_found');
  return request;
}

/** Every change of a request locks its school first. */
async function lockForUpdate(
  db: Db,
  actor: Actor,
  { id, version }: { id: number; version: number },
): Promise<StoredRequest> {
  const request = await lockSchoolOf(db, () => readStoredRequest(db, actor, id));
  if (request.version !== version) throw new AppError('request_changed');
  return request;
}

async function readOwnName(db: Db, { id }: Actor): Promise<string> {
  return (await findSubject(db, id))?.full_name ?? '';
}

function writeRequestEntry(
  db: Db,
  actor: Actor,
  { id, kind, subject_id, subject_name, school_id }: StoredRequest,
  action: 'created' | 'answered' | 'finished' | 'erased' | 'exported',
  details: Record<string, unknown> = {},
): Promise<void> {
  return writeAuditEntries(db, actor, {
    action,
    subject: 'data_request',
    id,
    name: subject_name,
    schoolId: school_id,
    details: { kind, user_id: subject_id, ...details },
  });
}

function toFacts(request: StoredRequest): RequestFacts {
  const { subject_id, subject_role, subject_school_id, is_erased, ...facts } = request;
  const subject = { id: subject_id, role: subject_role, school_id: subject_school_id, is_erased };
  return { ...facts, subject };
}

function toRequest(actor: Actor, request: StoredRequest): DataRequest {
  const { subject_id: id, subject_name: full_name, subject_role: role, class_name } = request;
  const { erased_at, erased_by, removed, kept } = request;
  return {
    ...request,
    subject: { id, full_name, role, class_name },
    isFromApp: request.requested_by !== null,
    certificate: erased_at && removed && kept ? { erased_at, erased_by, removed, kept } : null,
    can: getRequestAbilities(actor, toFacts(request), new Date()),
  };
}

function encodePosition({ due_on, id }: RequestPosition): string {
  return Buffer.from(`${due_on ?? ''},${id}`).toString('base64url');
}

const positionSchema = z.tuple([
  z.union([z.literal('').transform(() => null), z.iso.date()]),
  z.coerce.number().int().positive(),
]);

function decodePosition(cursor: string): RequestPosition {
  const text = Buffer.from(cursor, 'base64url').toString();
  const { data } = positionSchema.safeParse(text.split(','));
  return data ? { due_on: data[0], id: data[1] } : rejectCursor();
}
