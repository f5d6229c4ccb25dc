import type { Db } from '../../database/database.ts';
import { findUsedUsernames } from './families.queries.ts';

/**
 * The phone number, or with '-2', '-3' … if it is or was somebody's username. Thousands may share one phone
 * number, so each statement looks up at least as many usernames as are still needed, and twice as many as
 * the one before.
 */
export async function chooseUsernames(db: Db, parents: { phone: string }[]): Promise<string[]> {
  const usernames: string[] = [];
  const indexesByPhone = new Map<string, number[]>();
  for (const [index, { phone }] of parents.entries()) {
    const indexes = indexesByPhone.get(phone) ?? [];
    indexes.push(index);
    indexesByPhone.set(phone, indexes);
  }
  let open = [...indexesByPhone].map(([phone, indexes]) => ({ phone, indexes, tried: 0 }));
  while (open.length > 0) {
    const lookups = open.map((family) => ({ ...family, candidates: listCandidates(family) }));
    const used = await findUsedUsernames(
      db,
      lookups.flatMap(({ candidates }) => candidates),
    );
    open = lookups.flatMap(({ phone, indexes, tried, candidates }) => {
      const free = candidates.filter((candidate) => !used.has(candidate));
      for (const username of free.slice(0, indexes.length)) {
        usernames[indexes.shift() as number] = username;
      }
      return indexes.length > 0 ? [{ phone, indexes, tried: tried + candidates.length }] : [];
    });
  }
  return usernames;
}

interface Family {
  phone: string;
  /** Of the parents without a username. */
  indexes: number[];
  tried: number;
}

function listCandidates({ phone, indexes, tried }: Family): string[] {
  return Array.from({ length: Math.max(indexes.length, 2 * tried) }, (_, index) => {
    const number = tried + index + 1;
    return number === 1 ? phone : `${phone}-${number}`;
  });
}
