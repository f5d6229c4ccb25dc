import type { CellProblem } from '@lop-xanh/contract/account-tables';
import { describeProblem, type FieldErrorName } from '@lop-xanh/contract/field-errors';
import { type Destination, placeStudents } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan } from '@lop-xanh/contract/years';
import type { ParsedRow, ParsedTable } from '../../tables/parse-table.ts';
import { type ColumnName, findDeparture, headings, labelClasses } from './draft-table-format.ts';
import type { StoredDraft } from './drafts.service.ts';

interface AppliedTable {
  plan: RolloverPlan;
  changedRows: number;
  problems: CellProblem[];
}

type Person = { kind: 'student' | 'teacher'; id: number };
type Row = ParsedRow<ColumnName>;

/** Reads the new classes of a table into the plan of a draft, and collects every problem. */
export function applyTable(draft: StoredDraft, table: ParsedTable<ColumnName>): AppliedTable {
  return new TableReader(draft).apply(table);
}

class TableReader {
  readonly #draft;
  readonly #labels;
  readonly #keysByText = new Map<string, Set<string>>();
  readonly #byCode = new Map<string, Person>();
  readonly #byUsername = new Map<string, Person>();
  readonly #firstRowNumbers = new Map<Person, number>();
  readonly #problems: CellProblem[] = [];

  constructor(draft: StoredDraft) {
    const { school, plan } = draft;
    this.#draft = draft;
    this.#labels = labelClasses(plan);
    for (const { key, name } of plan.classes) {
      for (const text of [name, this.#labels.get(key) ?? name]) {
        const keys = this.#keysByText.get(text.toLowerCase()) ?? new Set();
        this.#keysByText.set(text.toLowerCase(), keys.add(key));
      }
    }
    for (const { id, identifier_code, username } of school.students) {
      const person: Person = { kind: 'student', id };
      if (identifier_code) this.#byCode.set(identifier_code, person);
      this.#byUsername.set(username.toLowerCase(), person);
    }
    for (const { id, username } of school.teachers) {
      this.#byUsername.set(username.toLowerCase(), { kind: 'teacher', id });
    }
  }

  apply({ rows, columns, headingRowNumber, problems }: ParsedTable<ColumnName>): AppliedTable {
    const { school, plan } = this.#draft;
    this.#problems.push(...problems);
    const hasNames = columns.includes('username') || columns.includes('identifier_code');
    if (!hasNames) this.#report(headingRowNumber, 'username', 'missing_column');
    const hasClasses = columns.includes('new_class');
    if (!hasClasses) this.#report(headingRowNumber, 'new_class', 'missing_column');

    const destinations = placeStudents(school, plan);
    const keyByTeacher = new Map<number | null, string>();
    for (const { key, teacher_id } of plan.classes) keyByTeacher.set(teacher_id, key);
    const students = new Map<number, Destination>();
    const teachers = new Map<number, { to: Destination; rowNumber: number }>();
    for (const row of hasNames && hasClasses ? rows : []) {
      const person = this.#findPerson(row);
      if (!person) continue;
      const { kind, id } = person;
      const current = (kind === 'student' ? destinations : keyByTeacher).get(id) ?? null;
      const to = this.#findDestination(row, { kind, current });
      if (to === current) continue;
      if (kind === 'student') students.set(id, to);
      else teachers.set(id, { to, rowNumber: row.rowNumber });
    }
    return {
      plan: {
        ...plan,
        classes: this.#assignTeachers(teachers),
        students: this.#placeStudents(students),
      },
      changedRows: students.size + teachers.size,
      problems: this.#problems.toSorted((a, b) => a.row - b.row),
    };
  }

  #report(row: number, column: ColumnName, reason: SimpleReason): void {
    this.#problems.push({ row, column: headings[column], ...describeProblem(reason) });
  }

  /** By code, or else by username. */
  #findPerson({ rowNumber, cells }: Row): Person | undefined {
    const { identifier_code: code = '', username = '' } = cells;
    const byCode = this.#byCode.get(code);
    const byUsername = this.#byUsername.get(username.toLowerCase());
    if (code && !byCode) this.#report(rowNumber, 'identifier_code', 'unknown_person');
    const isOther = byCode && byUsername !== byCode;
    if (username ? !byUsername || isOther : !code) {
      this.#report(rowNumber, 'username', 'unknown_person');
    }
    const person = byCode ?? byUsername;
    if (!person) return undefined;
    const firstRowNumber = this.#firstRowNumbers.get(person);
    this.#firstRowNumbers.set(person, firstRowNumber ?? rowNumber);
    if (firstRowNumber === undefined) return person;
    this.#problems.push({
      row: rowNumber,
      column: headings.username,
      ...describeProblem('duplicate_of_row', { row: String(firstRowNumber) }),
    });
    return undefined;
  }

  /** An unknown or ambiguous name changes nothing. */
  #findDestination(
    { rowNumber, cells, classNames }: Row,
    { kind, current }: { kind: Person['kind']; current: Destination },
  ): Destination {
    const text = cells.new_class ?? '';
    if (text === '') return null;
    const departure = findDeparture(text);
    if (departure && kind === 'student') return departure;
    const names = classNames.length > 0 ? classNames : [text];
    const keys = new Set(
      names.flatMap((name) => [...(this.#keysByText.get(name.toLowerCase()) ?? [])]),
    );
    if (current !== null && keys.has(current)) return current;
    const [key] = keys;
    if (keys.size === 1 && key) return key;
    this.#report(rowNumber, 'new_class', keys.size > 1 ? 'ambiguous_class' : 'unknown_new_class');
    return current;
  }

  /** A student who goes where the class goes needs no decision of their own. */
  #placeStudents(changes: Map<number, Destination>): RolloverPlan['students'] {
    const { school, plan } = this.#draft;
    const successors = new Map(plan.successors.map(({ class_id, to }) => [class_id, to]));
    const classIds = new Map(school.students.map(({ id, class_id }) => [id, class_id]));
    const decided = new Map(plan.students.map(({ student_id, to }) => [student_id, to]));
    for (const [studentId, to] of changes) {
      const ofClass = successors.get(classIds.get(studentId) ?? 0) ?? null;
      if (to === ofClass) decided.delete(studentId);
      else decided.set(studentId, to);
    }
    return [...decided].map(([student_id, to]) => ({ student_id, to }));
  }

  #assignTeachers(
    changes: Map<number, { to: Destination; rowNumber: number }>,
  ): RolloverPlan['classes'] {
    const teacherByKey = new Map<Destination, number>();
    for (const { key, teacher_id } of this.#draft.plan.classes) {
      if (teacher_id !== null && !changes.has(teacher_id)) teacherByKey.set(key, teacher_id);
    }
    for (const [teacherId, { to, rowNumber }] of changes) {
      if (to === null) continue;
      if (teacherByKey.has(to)) this.#report(rowNumber, 'new_class', 'class_has_teacher');
      teacherByKey.set(to, teacherId);
    }
    return this.#draft.plan.classes.map((newClass) => ({
      ...newClass,
      teacher_id: teacherByKey.get(newClass.key) ?? null,
    }));
  }
}

type SimpleReason = Extract<
  FieldErrorName,
  | 'missing_column'
  | 'unknown_person'
  | 'ambiguous_class'
  | 'unknown_new_class'
  | 'class_has_teacher'
>;
