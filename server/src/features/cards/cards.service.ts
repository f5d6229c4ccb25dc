import type { CardState, cards, IssuedCard } from '@lop-xanh/contract/cards';
import type { BodyOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { Picture } from '@lop-xanh/contract/rules/pictures';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { endCardSessions } from '../auth/sessions.service.ts';
import { readVisibleClass } from '../classes/classes.service.ts';
import { lockSchoolOf, lockSchools } from '../schools/schools.service.ts';
import {
  deletePictures,
  findCardOf,
  findCards,
  findStudent,
  listCards,
  revokeCard,
  type StoredStudent,
  saveCards,
  unlockCard,
} from './cards.queries.ts';
import {
  canDiscoverStudent,
  canManageCard,
  drawPictures,
  generateSecret,
  hashSecret,
  joinPictures,
} from './cards.rules.ts';

export async function readClassCards(
  db: Db,
  actor: Actor,
  classId: number,
): Promise<ResponseOf<typeof cards.ofClass>> {
  const { name, school_name } = await readVisibleClass(db, actor, classId);
  return { class_name: name, school_name, cards: await listCards(db, classId) };
}

/** Null for a student who is inactive or in no class. */
export async function readCard(db: Db, actor: Actor, id: number): Promise<CardState | null> {
  await readManagedStudent(db, actor, id);
  return (await findCardOf(db, id)) ?? null;
}

type ClassCards = ResponseOf<typeof cards.issue>;
type CardsToIssue = BodyOf<typeof cards.issue> & { id: number };

/** Must run in a transaction, like everything here that writes. */
export async function issueCards(
  db: Db,
  actor: Actor,
  { givePictures = false, ...selection }: CardsToIssue,
): Promise<ClassCards> {
  const { school_id: schoolId } = await readVisibleClass(db, actor, selection.id);
  await lockSchools(db, [schoolId]);
  const { students, ...heading } = await selectStudents(db, actor, selection);
  return { ...heading, cards: await saveNewCards(db, actor, { schoolId, students, givePictures }) };
}

/** For students of one school, whom the caller has authorized and whose school it has locked. */
export async function issueCardsTo(
  db: Db,
  actor: Actor,
  { schoolId, studentIds }: { schoolId: number; studentIds: number[] },
): Promise<IssuedCard[]> {
  const students = await findCards(db, studentIds);
  return saveNewCards(db, actor, { schoolId, students, givePictures: false });
}

async function saveNewCards(
  db: Db,
  actor: Actor,
  {
    schoolId,
    students,
    givePictures,
  }: { schoolId: number; students: CardState[]; givePictures: boolean },
): Promise<IssuedCard[]> {
  if (students.length === 0) return [];
  const issuedCards = students.map((student) =>
    toIssuedCard(student, generateSecret(), givePictures && !student.hasPictures),
  );
  const newCards = issuedCards.map(({ student_id, secret, pictures }) => ({
    student_id,
    secretHash: hashSecret(secret),
    pictures: pictures && joinPictures(pictures),
  }));
  await saveCards(db, actor, newCards);
  const ids = students.map(({ student_id }) => student_id);
  await endCardSessions(db, ids);
  const entries = students.map(({ student_id: id, full_name: name }) => ({
    action: 'created' as const,
    subject: 'card' as const,
    id,
    name,
    schoolId,
  }));
  await writeAuditEntries(db, actor, ...entries);
  return issuedCards;
}

/** The same students with empty secrets: a retry returns this, since secrets are shown only once. */
export async function listIssuedCards(
  db: Db,
  actor: Actor,
  selection: CardsToIssue,
): Promise<ClassCards> {
  const { students, ...heading } = await selectStudents(db, actor, selection);
  return { ...heading, cards: students.map((student) => toIssuedCard(student, '', false)) };
}

export async function revoke(db: Db, actor: Actor, id: number): Promise<void> {
  const student = await readStudentForUpdate(db, actor, id);
  if (!(await revokeCard(db, id))) return;
  await endCardSessions(db, [id]);
  await writeCardEntry(db, actor, 'deleted', student);
}

export async function unlock(db: Db, actor: Actor, id: number): Promise<void> {
  const student = await readStudentForUpdate(db, actor, id);
  if (await unlockCard(db, id)) await writeCardEntry(db, actor, 'unlocked', student);
}

export async function resetPictures(db: Db, actor: Actor, id: number): Promise<void> {
  const student = await readStudentForUpdate(db, actor, id);
  if (await deletePictures(db, id)) await writeCardEntry(db, actor, 'reset', student);
}

async function selectStudents(
  db: Db,
  actor: Actor,
  { id, student_ids: requestedIds }: CardsToIssue,
): Promise<{ class_name: string; school_name: string; students: CardState[] }> {
  const { cards, ...heading } = await readClassCards(db, actor, id);
  if (!requestedIds) return { ...heading, students: cards };
  const studentIds = new Set(cards.map(({ student_id }) => student_id));
  for (const [index, requestedId] of requestedIds.entries()) {
    if (!studentIds.has(requestedId)) {
      throw fieldError('student_of_another_class', `student_ids.${index}`);
    }
  }
  const requested = new Set(requestedIds);
  return { ...heading, students: cards.filter(({ student_id }) => requested.has(student_id)) };
}

function toIssuedCard(
  { student_id, full_name, username }: CardState,
  secret: string,
  givePictures: boolean,
): IssuedCard {
  const pictures: Picture[] | null = givePictures ? drawPictures() : null;
  return { student_id, full_name, username, secret, pictures };
}

function readStudentForUpdate(db: Db, actor: Actor, id: number): Promise<StoredStudent> {
  return lockSchoolOf(db, () => readManagedStudent(db, actor, id));
}

/** Also throws if the actor may not manage the card of the student. */
async function readManagedStudent(db: Db, actor: Actor, id: number): Promise<StoredStudent> {
  const student = await findStudent(db, id);
  if (!student || !canDiscoverStudent(actor, student)) throw new AppError('not_found');
  if (!canManageCard(actor, student)) throw new AppError('forbidden');
  return student;
}

async function writeCardEntry(
  db: Db,
  actor: Actor,
  action: 'deleted' | 'unlocked' | 'reset',
  { id, full_name: name, school_id: schoolId }: StoredStudent,
): Promise<void> {
  await writeAuditEntries(db, actor, { action, subject: 'card', id, name, schoolId });
}
