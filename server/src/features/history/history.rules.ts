import type { ClassPeriod, StudentTransfer } from '@lop-xanh/contract/history';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Actor } from '../../http/authentication.ts';
import { isOfOwnSchool } from '../../http/own-school.ts';
import type { FormerPerson, RollCallOfStudent } from './history.queries.ts';

/** Histories are for those who manage the school, and a teacher's own for that teacher. */
export function canReadHistoryOf(actor: Actor, person: FormerPerson): boolean {
  switch (actor.role) {
    case 'Admin':
      return true;
    case 'Mod':
      return canKnowOfPerson(actor, person);
    case 'Teacher':
      return actor.id === person.id;
    case 'Student':
    case 'Parent':
      return false;
  }
}

/** Whether somebody may know of a person at all, from now or before: then a refusal says so, else nobody is there. */
export function canKnowOfPerson(actor: Actor, person: FormerPerson): boolean {
  return (
    actor.role === 'Admin' || [person, ...person.past].some((place) => isOfOwnSchool(actor, place))
  );
}

/** The person as one who has or had a role, or undefined where they never had it. */
export function inRole(person: FormerPerson, role: Role): FormerPerson | undefined {
  const past = person.past.filter((place) => place.role === role);
  if (person.role === role) return { ...person, past };
  // The account is another's business: what they are now says nothing about what they were.
  return past.length > 0 ? { ...person, school_id: null, past } : undefined;
}

/** Whether a reader knows somebody only from the records of a school that they have left. */
export function isFormer(actor: Actor, person: FormerPerson): boolean {
  return actor.role === 'Mod' && !isOfOwnSchool(actor, person);
}

type Stay = Omit<ClassPeriod, 'attendance_history'>;

/** The times in classes that the moves tell of, oldest first. */
function staysIn(moves: StudentTransfer[]): Stay[] {
  const inOrder = moves.toSorted((one, other) => one.id - other.id);
  return inOrder.flatMap(({ to_class_id, to_class_name, changed_at }, at) =>
    to_class_id === null
      ? []
      : {
          class_id: to_class_id,
          to_class_name: to_class_name as string,
          changed_at,
          left_at: inOrder[at + 1]?.changed_at ?? null,
        },
  );
}

/** Every roll call stands in the stay in which it was taken; one without a stay in a group of its class. */
export function groupByStay(
  moves: StudentTransfer[],
  rollCalls: RollCallOfStudent[],
): ClassPeriod[] {
  const stays = staysIn(moves).map((stay): ClassPeriod => ({ ...stay, attendance_history: [] }));
  const unwritten = new Map<number, ClassPeriod>();
  for (const { class_id, class_name, taken_at, ...week } of rollCalls) {
    let stay = stays.find((one) => one.class_id === class_id && isWithin(one, taken_at));
    if (!stay) {
      stay = unwritten.get(class_id) ?? {
        class_id,
        to_class_name: class_name,
        changed_at: null,
        left_at: null,
        attendance_history: [],
      };
      unwritten.set(class_id, stay);
    }
    stay.attendance_history.push(week);
  }
  return [...stays.toReversed(), ...unwritten.values()];
}

function isWithin({ changed_at, left_at }: Stay, instant: string): boolean {
  return (changed_at ?? '') <= instant && (left_at === null || instant < left_at);
}
