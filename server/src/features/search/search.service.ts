import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { limits } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import type { FoundPerson, search } from '@lop-xanh/contract/search';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { listClasses } from '../classes/classes.service.ts';
import { findLessonWeeks } from '../lessons/lessons.service.ts';
import { findPeople } from './search.queries.ts';
import { parseSearch, toTsquery } from './search-words.ts';

/** Students and parents find no people. */
export async function find(
  db: Db,
  actor: Actor,
  q: string,
): Promise<ResponseOf<typeof search.find>> {
  const words = parseSearch(q);
  if (words.all.length === 0) return { people: [], classes: [], lessons: [] };
  const tsquery = toTsquery(words.all);
  const limit = limits.foundPerKind;
  const people = isStaff(actor.role) ? await findPeople(db, actor, words) : [];
  const classWords = words.ofClass.length > 0 ? toTsquery(words.ofClass) : tsquery;
  return {
    people: people.map((person) => ({ ...person, phone: maskPhone(person) })),
    classes: await listClasses(db, actor, { words: { tsquery: classWords, limit } }),
    lessons: await findLessonWeeks(db, actor, { tsquery, limit }),
  };
}

/** Enough to recognize a number, and no more on a screen that others may see. */
function maskPhone({ phone }: FoundPerson): string | null {
  return phone && phone.length >= 9 ? `${phone.slice(0, 4)} ••• ${phone.slice(-3)}` : null;
}
