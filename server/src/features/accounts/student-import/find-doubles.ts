import { formatFullName } from '@lop-xanh/contract/rules/names';
import type { DoubleAnswer, ImportDouble } from '@lop-xanh/contract/student-import';
import { normalizeText } from '../../../lib/normalize-text.ts';
import { mapInSlices } from '../../../tables/map-in-slices.ts';
import type { StudentRow } from './read-students.ts';

/** A student whom the school has already. */
export interface KnownStudent {
  username: string;
  full_name: string;
  class_name: string | null;
  birth_date: string | null;
  identifier_code: string | null;
}

export interface Doubles {
  doubles: ImportDouble[];
  /** The rows to import, with what the answers say about them. */
  rows: StudentRow[];
  skipped: number;
}

export interface DoubleAnswers {
  /** By `toAnswerKey`. */
  answers: ReadonlyMap<string, DoubleAnswer>;
  /** About every other double. */
  others?: DoubleAnswer | undefined;
}

interface Person {
  full_name: string;
  class_name: string | null;
  birth_date: string | null;
  identifier_code: string | null;
}

/**
 * Finds rows that may be one person: the same name in the same class, or with the same day of birth. Two different
 * days of birth in one file are two people, and so are two codes; what the school has may be wrong, and its own code
 * another one.
 */
export async function findDoubles(
  rows: StudentRow[],
  known: KnownStudent[],
  { answers, others }: DoubleAnswers,
): Promise<Doubles> {
  const knownByName = await groupByName(known);
  const codes = new Set(known.flatMap(({ identifier_code }) => identifier_code ?? []));
  const usernames = new Set(known.map(({ username }) => username.toLowerCase()));
  const earlier = new Map<string, { row: StudentRow; person: Person }[]>();
  const result: Doubles = { doubles: [], rows: [], skipped: 0 };
  await mapInSlices(rows, (row) => {
    const person = toPerson(row);
    const name = toNameKey(person.full_name);
    const { identifier_code = '', username = '' } = row.cells;
    // A known code or username says who it is.
    const isKnown = codes.has(identifier_code) || usernames.has(username.toLowerCase());
    const student = isKnown ? undefined : findLikely(person, knownByName.get(name) ?? []);
    const first = earlier
      .get(name)
      ?.find((other) => isLikely(person, other.person) && !hasOtherCode(row, other.row));
    const answer = answers.get(toAnswerKey(row)) ?? others ?? null;
    if (student || first) {
      const other = first?.person ?? (student as KnownStudent);
      result.doubles.push({
        sheet: row.sheet,
        row: row.row,
        full_name: person.full_name,
        class_name: person.class_name,
        birth_date: person.birth_date,
        by: isSame(person.birth_date, other.birth_date) ? 'birth_date' : 'class_name',
        other: {
          sheet: first?.row.sheet ?? null,
          row: first?.row.row ?? null,
          class_name: other.class_name,
          birth_date: other.birth_date,
          identifier_code: other.identifier_code,
        },
        answer,
      });
      if (answer === 'skip' || (answer === 'same' && first)) {
        if (answer === 'same' && first) {
          first.row.cells = { ...row.cells, ...first.row.cells };
          first.person = toPerson(first.row);
        }
        result.skipped += 1;
        return;
      }
      if (answer === 'same' && student) row.cells.username = student.username;
    }
    result.rows.push(row);
    push(earlier, name, { row, person });
  });
  return result;
}

export const toAnswerKey = ({ sheet, row }: { sheet: string; row: number }) =>
  JSON.stringify([sheet, row]);

export function getFullName({ cells }: StudentRow): string {
  return cells.full_name ?? formatFullName(cells.last_name ?? '', cells.first_name ?? '');
}

function toPerson(row: StudentRow): Person {
  const { class_name = null, birth_date = null, identifier_code = null } = row.cells;
  return { full_name: getFullName(row), class_name, birth_date, identifier_code };
}

/** The day of birth says more than the class. */
function findLikely(person: Person, students: KnownStudent[]): KnownStudent | undefined {
  return (
    students.find((student) => isSame(person.birth_date, student.birth_date)) ??
    students.find((student) => isSame(toClass(person.class_name), toClass(student.class_name)))
  );
}

function isLikely(one: Person, other: Person): boolean {
  if (one.birth_date && other.birth_date) return one.birth_date === other.birth_date;
  return isSame(toClass(one.class_name), toClass(other.class_name));
}

function hasOtherCode({ cells: one }: StudentRow, { cells: other }: StudentRow): boolean {
  if (!one.identifier_code || !other.identifier_code) return false;
  return one.identifier_code !== other.identifier_code;
}

const toClass = (name: string | null) => name?.toLowerCase() ?? null;
const isSame = (one: string | null, other: string | null) => one !== null && one === other;

/** 'Hòa' and 'Hoà' are one name, whose mark stands on another letter; 'Hoa' is another one. */
function toNameKey(name: string): string {
  const words = normalizeText(name).toLocaleLowerCase('vi').normalize('NFD').split(' ');
  return words
    .map((word) => word.replaceAll(toneMarks, '') + (word.match(toneMarks) ?? []).join(''))
    .join(' ');
}

const toneMarks = /[\u0300\u0301\u0303\u0309\u0323]/gu;

async function groupByName(students: KnownStudent[]): Promise<Map<string, KnownStudent[]>> {
  const groups = new Map<string, KnownStudent[]>();
  await mapInSlices(students, (student) => {
    push(groups, toNameKey(student.full_name), student);
  });
  return groups;
}

function push<Value>(groups: Map<string, Value[]>, key: string, value: Value): void {
  const values = groups.get(key);
  if (values) values.push(value);
  else groups.set(key, [value]);
}
