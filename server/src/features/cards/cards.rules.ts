import { hash, randomBytes, randomInt } from 'node:crypto';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type Picture, pictures } from '@lop-xanh/contract/rules/pictures';
import type { Actor } from '../../http/authentication.ts';
import { isInOwnSchool } from '../schools/own-school.service.ts';

/** The student whose card the actor wants to manage. */
export interface TargetStudent {
  school_id: number | null;
  class_id: number | null;
}

/** Teachers for the students in their classes now, also as a substitute. */
export function canManageCard(actor: Actor, student: TargetStudent): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return isInOwnSchool(actor, student);
    case 'Teacher':
      return student.class_id !== null && actor.class_ids.includes(student.class_id);
    case 'Student':
    case 'Parent':
      return false;
  }
}

/** An actor who may know that the student exists gets 403 instead of 404. */
export function canDiscoverStudent(actor: Actor, student: TargetStudent): boolean {
  return canManageCard(actor, student) || isInOwnSchool(actor, student);
}

export function generateSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** The form in which the database keeps secrets. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function drawPictures(): Picture[] {
  const remaining: Picture[] = [...pictures];
  return Array.from({ length: limits.cardPictures }, () => {
    const [drawn] = remaining.splice(randomInt(remaining.length), 1);
    return drawn as Picture;
  });
}

/** The form in which the database keeps them. */
export function joinPictures(chosen: readonly Picture[]): string {
  return chosen.join(' ');
}
