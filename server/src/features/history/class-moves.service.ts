import { isClash } from '../../database/clashes.ts';
import type { Db } from '../../database/database.ts';
import { fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import {
  bumpClasses,
  type Change,
  findLiveClasses,
  insertChanges,
  lockPeople,
  placePeople,
} from './class-moves.queries.ts';

/** Somebody's new class; null is pending assignment. */
export interface Move {
  userId: number;
  classId: number | null;
}

/**
 * The one way in which anybody's class changes, whichever form, file or deletion asked for it: each
 * real change writes one history record, and who is already there is left alone. The caller holds
 * the school. A notification of the change belongs here.
 */
export async function moveToClasses(db: Db, actor: Actor, moves: Move[]): Promise<Change[]> {
  if (moves.length === 0) return [];
  const people = await lockPeople(
    db,
    moves.map(({ userId }) => userId),
  );
  const targets = moves.flatMap(({ classId }) => (classId === null ? [] : [classId]));
  const classes = targets.length > 0 ? await findLiveClasses(db, targets) : [];
  const schoolOf = new Map(classes.map(({ id, school_id }) => [id, school_id]));
  const personOf = new Map(people.map((person) => [person.id, person]));
  const changes: Change[] = [];
  for (const { userId, classId } of moves) {
    const person = personOf.get(userId);
    if (!person || person.class_id === classId) continue;
    const isThere = classId === null || schoolOf.get(classId) === person.school_id;
    if (!isThere) throw fieldError('unknown_class', 'class_id');
    changes.push({ userId, from: person.class_id, to: classId });
  }
  if (changes.length === 0) return [];
  try {
    await placePeople(db, changes);
  } catch (error) {
    if (isClash(error, 'users_teacher_of_class')) throw fieldError('class_has_teacher', 'class_id');
    throw error;
  }
  await insertChanges(db, actor, changes);
  const ofTeachers = changes.filter(({ userId }) => personOf.get(userId)?.role === 'Teacher');
  const touched = ofTeachers.flatMap(({ from, to }) => [from, to]).filter((id) => id !== null);
  await bumpClasses(db, touched);
  return changes;
}
