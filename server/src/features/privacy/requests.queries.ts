import { id } from '@lop-xanh/contract/fields';
import { certificate, dataRequest, type RequestKind } from '@lop-xanh/contract/privacy';
import { roles } from '@lop-xanh/contract/rules/roles';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { type Db, literal } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { isOffice } from './requests.rules.ts';

const storedRequest = dataRequest
  .omit({ subject: true, isFromApp: true, certificate: true, can: true })
  .extend({
    requested_by: id.nullable(),
    /** The day by which the next step is due; null once nothing is left to do. */
    due_on: z.string().nullable(),
    subject_id: id,
    subject_name: z.string(),
    subject_role: z.enum(roles),
    subject_school_id: id.nullable(),
    class_name: z.string().nullable(),
    is_erased: z.boolean(),
    erased_at: z.string().nullable(),
    erased_by: z.string().nullable(),
    removed: certificate.shape.removed.nullable(),
    kept: certificate.shape.kept.nullable(),
  });
export type StoredRequest = z.infer<typeof storedRequest>;

/** Reads requests with the names of everyone involved. */
function selectRequests(condition: Sql): Sql {
  return sql`
    select request.id, request.version, request.kind, request.status, request.school_id,
           school.school_name, request.requester_name, request.requested_by, request.details,
           request.received_on, request.answer_due, request.result_due, request.due_on, request.answer,
           request.answered_at, answerer.full_name as answered_by, request.result,
           request.finished_at, finisher.full_name as finished_by,
           subject.id as subject_id, subject.full_name as subject_name, subject.role as subject_role,
           subject.school_id as subject_school_id, class.name as class_name,
           subject.erased_at is not null as is_erased,
           erasure.erased_at, eraser.full_name as erased_by, erasure.removed, erasure.kept
    from data_requests request
    join schools school on school.id = request.school_id
    join users subject on subject.id = request.subject_id
    left join current_members member on member.user_id = subject.id
    left join classes class on class.id = member.class_id
    left join users answerer on answerer.id = request.answered_by
    left join users finisher on finisher.id = request.finished_by
    left join erasures erasure
      on erasure.user_id = request.subject_id and erasure.request_id = request.id
    left join users eraser on eraser.id = erasure.erased_by
    where ${condition}`;
}

/** Checks no permissions: that is up to the caller. */
export function findRequest(db: Db, id: number): Promise<StoredRequest | undefined> {
  return db.maybeOne(storedRequest, selectRequests(sql`request.id = ${id}::bigint`));
}

/** `canReadRequest` as an SQL condition. */
function isReadableBy(actor: Actor): Sql {
  if (actor.role === 'Admin') return sql`true`;
  if (isOffice(actor)) return sql`request.school_id = ${actor.school_id}::bigint`;
  return sql`request.requested_by = ${actor.id}::bigint`;
}

/** A place in the list: after this request. */
export interface RequestPosition {
  due_on: string | null;
  id: number;
}

export interface RequestFilter {
  isOpen?: boolean | undefined;
  subjectId?: number | undefined;
}

/** Open requests by their next deadline, then the others, newest first; each part has its index. */
export function listRequests(
  db: Db,
  actor: Actor,
  {
    isOpen,
    subjectId,
    after,
    limit,
  }: RequestFilter & { after: RequestPosition | undefined; limit: number },
): Promise<StoredRequest[]> {
  const isListed = sql`${isReadableBy(actor)}
    ${subjectId === undefined ? empty : sql`and request.subject_id = ${subjectId}::bigint`}`;
  const isAfterDue = after?.due_on
    ? sql`and (request.due_on, request.id) > (${after.due_on}::date, ${after.id}::bigint)`
    : empty;
  const isBeforeId =
    after && after.due_on === null ? sql`and request.id < ${after.id}::bigint` : empty;
  const open = sql`(
    select request.id from data_requests request
    where ${isListed} and request.due_on is not null ${isAfterDue}
    order by request.due_on, request.id limit ${literal(limit)})`;
  const closed = sql`(
    select request.id from data_requests request
    where ${isListed} and request.due_on is null ${isBeforeId}
    order by request.id desc limit ${literal(limit)})`;
  const isInClosedPart = after !== undefined && after.due_on === null;
  const parts = [
    ...(isOpen === false || isInClosedPart ? [] : [open]),
    ...(isOpen === true ? [] : [closed]),
  ];
  if (parts.length === 0) return Promise.resolve([]);
  return db.many(
    storedRequest,
    sql`
      ${selectRequests(sql`request.id in (${join(parts, ' union all ')})`)}
      order by request.due_on nulls last,
               case when request.due_on is null then -request.id else request.id end
      limit ${literal(limit)}`,
  );
}

const subjectRow = z.object({
  id,
  full_name: z.string(),
  role: z.enum(roles),
  school_id: id.nullable(),
  is_erased: z.boolean(),
});

/** Whoever still has a name here, also after their account was deleted. */
export function findSubject(db: Db, id: number) {
  return db.maybeOne(
    subjectRow,
    sql`
      select id, full_name, role, school_id, erased_at is not null as is_erased
      from users where id = ${id}::bigint`,
  );
}

export interface NewRequest {
  kind: RequestKind;
  subjectId: number;
  schoolId: number;
  requestedBy: number | null;
  requesterName: string;
  details: string | undefined;
  receivedOn: string;
  answerDue: string;
  resultDue: string;
}

export function insertRequest(db: Db, request: NewRequest): Promise<number> {
  return db.value(
    id,
    sql`
      insert into data_requests (school_id, subject_id, kind, requested_by, requester_name, details,
        received_on, answer_due, result_due)
      values (${request.schoolId}, ${request.subjectId}, ${request.kind}, ${request.requestedBy},
        ${request.requesterName}, ${request.details ?? null}, ${request.receivedOn},
        ${request.answerDue}, ${request.resultDue})
      returning id`,
  );
}

/** Whether the user has filed the same request before and waits for its result. */
export function isWaitingFor(
  db: Db,
  { requestedBy, subjectId, kind }: Pick<NewRequest, 'requestedBy' | 'subjectId' | 'kind'>,
): Promise<boolean> {
  return db.value(
    z.boolean(),
    sql`
      select exists (
        select from data_requests
        where requested_by = ${requestedBy} and subject_id = ${subjectId} and kind = ${kind}
          and due_on is not null)`,
  );
}

export async function saveAnswer(
  db: Db,
  actor: Actor,
  { id, status, answer }: { id: number; status: 'accepted' | 'refused'; answer: string },
): Promise<void> {
  await db.run(sql`
    update data_requests
    set status = ${status}, answer = ${answer}, answered_at = now(), answered_by = ${actor.id},
        version = version + 1
    where id = ${id}`);
}

export async function saveResult(
  db: Db,
  actor: Actor,
  { id, result }: { id: number; result: string },
): Promise<void> {
  await db.run(sql`
    update data_requests
    set status = 'done', result = ${result}, finished_at = now(), finished_by = ${actor.id},
        version = version + 1
    where id = ${id}`);
}
