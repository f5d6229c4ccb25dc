import { cardState, cards } from '@lop-xanh/contract/cards';
import { id } from '@lop-xanh/contract/fields';
import { defaultAvatar, limits } from '@lop-xanh/contract/rules/limits';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

const openedCard = cards.open.response.extend({ isLocked: z.boolean() });

/** Finds nothing for a user who is no longer a student: a card never opens another role's account. */
const isOfStudent = sql`student.id = card.student_id and student.role = 'Student'
  and student.deleted_at is null`;

export function findCard(db: Db, secretHash: Buffer) {
  return db.maybeOne(
    openedCard,
    sql`
      select student.first_name, coalesce(student.avatar, ${defaultAvatar}) as avt,
             card.pictures is not null as "hasPictures", card.locked_at is not null as "isLocked"
      from cards card join users student on ${isOfStudent}
      where card.secret_hash = ${secretHash}`,
  );
}

interface CardAndPictures {
  secretHash: Buffer;
  pictures: string;
}

/** Its student, and what became of the pictures. */
const attempt = z.object({ id, isCorrect: z.boolean(), isLocked: z.boolean() });

/**
 * Counts and compares in one statement, which locks the card until the transaction ends: parallel guesses
 * are compared one after the other, and a card cannot be revoked before its session exists.
 * Finds nothing if the card is unknown, locked or without pictures.
 */
export function tryPictures(db: Db, { secretHash, pictures }: CardAndPictures) {
  return db.maybeOne(
    attempt,
    sql`
      update cards card
      set wrong_tries = case when card.pictures = ${pictures} then 0 else wrong_tries + 1 end,
          locked_at = case when card.pictures <> ${pictures} and wrong_tries + 1 >= ${limits.cardTries}::int
                      then now() end
      from users student
      where card.secret_hash = ${secretHash} and ${isOfStudent}
        and card.locked_at is null and card.pictures is not null
      returning card.student_id as id, card.pictures = ${pictures} as "isCorrect",
                card.locked_at is not null as "isLocked"`,
  );
}

/** Finds nothing if the card is unknown, locked, of an inactive student or has pictures already. */
export function choosePictures(db: Db, { secretHash, pictures }: CardAndPictures) {
  return db.maybeOne(
    attempt,
    sql`
      update cards card set pictures = ${pictures}
      from users student
      where card.secret_hash = ${secretHash} and ${isOfStudent} and student.status = 'active'
        and card.locked_at is null and card.pictures is null
      returning card.student_id as id, true as "isCorrect", false as "isLocked"`,
  );
}

/**
 * Whether the student may log in; until the transaction ends, this cannot change. Serializes the logins
 * of one student, so that their sessions can be counted.
 */
export async function lockActiveStudent(db: Db, studentId: number): Promise<boolean> {
  const locked = await db.run(sql`
    select from users
    where id = ${studentId} and role = 'Student' and status = 'active' and deleted_at is null
    for no key update`);
  return locked === 1;
}

/** The active students who are in the class now. */
export function listCards(db: Db, classId: number) {
  return db.many(cardState, selectCards(sql`member.class_id = ${classId}`));
}

/** Of these students, the active ones who are in a class. */
export function findCards(db: Db, studentIds: number[]) {
  return db.many(cardState, selectCards(sql`member.user_id = any(${studentIds}::bigint[])`));
}

/** Nothing of a student who is inactive or in no class. */
export function findCardOf(db: Db, studentId: number) {
  return db.maybeOne(cardState, selectCards(sql`member.user_id = ${studentId}`));
}

const selectCards = (condition: Sql) => sql`
      select student.id as student_id, student.full_name, student.username,
             case when card.secret_hash is not null then card.issued_at end as "issuedAt",
             card.pictures is not null as "hasPictures", card.locked_at is not null as "isLocked"
      from current_members member
      join users student on student.id = member.user_id and student.role = 'Student'
        and student.status = 'active'
      left join cards card on card.student_id = student.id
      where ${condition}
      order by student.given_name, student.full_name, student.id`;

export interface NewCard {
  student_id: number;
  secretHash: Buffer;
  /** For a student who has none; null to let them choose. */
  pictures: string | null;
}

/** Replaces the former cards of these students, with all tries again; their pictures stay. */
export async function saveCards(db: Db, actor: Actor, newCards: NewCard[]): Promise<void> {
  await db.run(sql`
    insert into cards (student_id, secret_hash, issued_by, pictures)
    select student_id, secret_hash, ${actor.id}, pictures
    from unnest(${newCards.map(({ student_id }) => student_id)}::bigint[],
      ${newCards.map(({ secretHash }) => secretHash)}::bytea[],
      ${newCards.map(({ pictures }) => pictures)}::text[])
      as new_card (student_id, secret_hash, pictures)
    order by student_id
    on conflict (student_id) do update
    set secret_hash = excluded.secret_hash, issued_at = now(), issued_by = excluded.issued_by,
        wrong_tries = 0, locked_at = null, pictures = coalesce(cards.pictures, excluded.pictures)`);
}

/** Returns false if there is no card to revoke. */
export async function revokeCard(db: Db, studentId: number): Promise<boolean> {
  const revoked = await db.run(sql`
    update cards set secret_hash = null where student_id = ${studentId} and secret_hash is not null`);
  return revoked === 1;
}

/** Returns false if the card is not locked. */
export async function unlockCard(db: Db, studentId: number): Promise<boolean> {
  const unlocked = await db.run(sql`
    update cards set wrong_tries = 0, locked_at = null
    where student_id = ${studentId} and locked_at is not null`);
  return unlocked === 1;
}

/** Returns false if the student has no pictures. */
export async function deletePictures(db: Db, studentId: number): Promise<boolean> {
  const deleted = await db.run(sql`
    update cards set pictures = null, wrong_tries = 0, locked_at = null
    where student_id = ${studentId} and pictures is not null`);
  return deleted === 1;
}

const storedStudent = z.object({
  id,
  full_name: z.string(),
  school_id: id,
  class_id: id.nullable(),
});
export type StoredStudent = z.infer<typeof storedStudent>;

/** Does not check access: callers apply the rules. */
export function findStudent(db: Db, studentId: number): Promise<StoredStudent | undefined> {
  return db.maybeOne(
    storedStudent,
    sql`
      select student.id, student.full_name, student.school_id, member.class_id
      from users student left join current_members member on member.user_id = student.id
      where student.id = ${studentId} and student.role = 'Student' and student.deleted_at is null`,
  );
}
