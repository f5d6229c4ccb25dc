import type { CellProblem, ImportOutcome, TabledPeople } from '@lop-xanh/contract/account-tables';
import { username as usernameRule } from '@lop-xanh/contract/accounts';
import { apiErrors } from '@lop-xanh/contract/errors';
import { messages } from '@lop-xanh/contract/messages';
import { accountLengths } from '@lop-xanh/contract/rules/account-form';
import { mapInSlices } from '../../tables/map-in-slices.ts';
import { divideName, emptyAccount, mergeFields, problemsOf } from './account-fields.ts';
import { type ColumnName, headings, roleOf, statusBy } from './account-table.ts';
import type { StoredAccount } from './accounts.queries.ts';
import type { FormerName } from './codes.queries.ts';
import type { PersonRow, ReadRows } from './read-rows.ts';
import type { AccountFields } from './write-accounts.queries.ts';

/** What is known when a file is judged. */
export interface Surroundings {
  schoolId: number;
  /** Every live account, of whatever school, whose username or code stands in the file. */
  accounts: StoredAccount[];
  /** The names in the file that belonged to somebody before: they are not given to anybody else. */
  formerNames: FormerName[];
  classes: { id: number; name: string; teacher_id: number | null }[];
  /** The codes that new students get, in turn. */
  newCodes: string[];
}

export interface PlannedRow {
  row: number;
  outcome: ImportOutcome;
  /** The account that the row is about; undefined for a new one. */
  account: StoredAccount | undefined;
  fields: AccountFields;
  /** Those of the fields that are not yet so. */
  changed: Partial<AccountFields>;
  classId: number | null;
  className: string | null;
  changes: string[];
}

export interface Plan {
  rows: PlannedRow[];
  problems: CellProblem[];
}

const problemsMax = 1_000;

const comparedFields = [
  'identifier_code',
  'username',
  'last_name',
  'first_name',
  'email',
  'phone',
  'parent_name',
  'status',
] as const satisfies (keyof AccountFields & ColumnName)[];

const measuredFields = [
  'first_name',
  'last_name',
  'identifier_code',
  'email',
  'phone',
  'parent_name',
] as const satisfies (keyof AccountFields & ColumnName & keyof typeof accountLengths)[];

/** What a file would do to a school, and everything that is wrong with it. Changes nothing. */
export async function planImport(
  people: TabledPeople,
  read: ReadRows,
  around: Surroundings,
): Promise<Plan> {
  return new Planner(people, around).plan(read);
}

class Planner {
  readonly #people;
  readonly #around;
  readonly #byUsername = new Map<string, StoredAccount>();
  readonly #byCode = new Map<string, StoredAccount>();
  readonly #formerOwner = {
    username: new Map<string, number>(),
    identifier_code: new Map<string, number>(),
  };
  readonly #rowOf = { username: new Map<string, number>(), code: new Map<string, number>() };
  readonly #problems: CellProblem[] = [];
  readonly #newCodes;

  constructor(people: TabledPeople, around: Surroundings) {
    this.#people = people;
    this.#around = around;
    this.#newCodes = around.newCodes.values();
    for (const account of around.accounts) {
      this.#byUsername.set(account.username.toLowerCase(), account);
      if (account.identifier_code) this.#byCode.set(account.identifier_code, account);
    }
    for (const { kind, name, user_id } of around.formerNames) {
      this.#formerOwner[kind].set(name, user_id);
    }
  }

  async plan({ rows, problems }: ReadRows): Promise<Plan> {
    this.#problems.push(...problems);
    const planned = await mapInSlices(rows, (row) => this.#planRow(row));
    if (this.#people === 'teachers') this.#checkTeachers(planned);
    const inOrder = this.#problems.toSorted((one, other) => one.row - other.row);
    return { rows: planned, problems: cutShort(inOrder) };
  }

  #planRow({ row, cells, classNames }: PersonRow): PlannedRow {
    const tell = (column: ColumnName, message: string) =>
      this.#problems.push({ row, column: headings[column], message });
    const account = this.#accountOf(cells, tell);
    const role = roleOf[this.#people];
    const code =
      cells.identifier_code || (account ? account.identifier_code : this.#newCode()) || undefined;
    const present = account
      ? { ...account, must_change_password: account.isChangePass }
      : { ...emptyAccount, must_change_password: true, username: '' };
    const names =
      cells.first_name === undefined && cells.full_name ? divideName(cells.full_name) : {};
    const fields = mergeFields(
      present,
      {
        ...cells,
        ...names,
        full_name: undefined,
        username: cells.username || account?.username || code || '',
        identifier_code: code,
        status: this.#statusOf(cells.status, tell),
      },
      { role, schoolId: this.#around.schoolId },
    );
    this.#checkFields(fields, cells, (column, message) => {
      // What was amiss before and stays as it is does not keep an export from being taken back.
      const isAsBefore = column in fields && account?.[column] === fields[column as 'email'];
      if (!isAsBefore) tell(column, message);
    });
    this.#checkDoubles(row, fields, tell);
    this.#checkFormerNames(fields, account, tell);
    const { id: classId, name: className } = this.#classOf(cells, classNames, account, tell);
    const differing = comparedFields.filter((field) => account && account[field] !== fields[field]);
    const changed = Object.fromEntries(differing.map((field) => [field, fields[field]]));
    const changes = [
      ...differing,
      ...(account && account.class_id !== classId ? (['class_name'] as const) : []),
    ].map((column) => headings[column]);
    const outcome = account ? (changes.length > 0 ? 'changed' : 'unchanged') : 'created';
    return { row, outcome, account, fields, changed, classId, className, changes };
  }

  /** The account with the code, else that with the username; both may not be two people. */
  #accountOf(cells: PersonRow['cells'], tell: Tell): StoredAccount | undefined {
    const byCode = this.#byCode.get(cells.identifier_code ?? '');
    const byUsername = this.#byUsername.get(cells.username?.toLowerCase() ?? '');
    if (byCode && !this.#isOurs(byCode)) tell('identifier_code', apiErrors.code_taken.message);
    const isOthers = byCode && byUsername && byCode.id !== byUsername.id;
    if (byUsername && (isOthers || !this.#isOurs(byUsername))) {
      tell('username', apiErrors.username_taken.message);
    }
    const found = byCode ?? byUsername;
    return found && this.#isOurs(found) ? found : undefined;
  }

  #isOurs({ school_id, role }: StoredAccount): boolean {
    return school_id === this.#around.schoolId && role === roleOf[this.#people];
  }

  /** New students get a code where the file has none. */
  #newCode(): string | undefined {
    return this.#newCodes.next().value;
  }

  #statusOf(words: string | undefined, tell: Tell) {
    if (!words) return undefined;
    const status = statusBy(words);
    if (!status) tell('status', 'Trạng thái là Hoạt động hoặc Ngừng hoạt động');
    return status;
  }

  #checkFields(fields: AccountFields, cells: PersonRow['cells'], tell: Tell): void {
    for (const { path, message } of problemsOf(fields)) tell(path as ColumnName, message);
    const { error } = usernameRule.safeParse(fields.username);
    if (error) tell('username', error.issues[0]?.message ?? '');
    if (!(cells.first_name ?? cells.full_name)) tell('first_name', messages.schools.nameRequired);
    for (const column of measuredFields) {
      const most = accountLengths[column];
      if ((fields[column] ?? '').length > most) tell(column, `Dài hơn ${most} ký tự`);
    }
  }

  #checkDoubles(row: number, { username, identifier_code }: AccountFields, tell: Tell): void {
    const check = (seen: Map<string, number>, key: string, column: ColumnName) => {
      const first = seen.get(key);
      if (first) tell(column, `Trùng với dòng ${first}`);
      else seen.set(key, row);
    };
    check(this.#rowOf.username, username.toLowerCase(), 'username');
    if (identifier_code) check(this.#rowOf.code, identifier_code, 'identifier_code');
  }

  /** Whoever had a name before may have it back, and nobody else. */
  #checkFormerNames(
    { username, identifier_code }: AccountFields,
    account: StoredAccount | undefined,
    tell: Tell,
  ): void {
    const isOthers = (owner: number | undefined) => owner !== undefined && owner !== account?.id;
    if (isOthers(this.#formerOwner.username.get(username.toLowerCase()))) {
      tell('username', apiErrors.username_used.message);
    }
    if (isOthers(this.#formerOwner.identifier_code.get(identifier_code ?? ''))) {
      tell('identifier_code', apiErrors.code_used.message);
    }
  }

  /** An empty cell is pending assignment, a missing column leaves everybody where they are. */
  #classOf(
    { class_name }: PersonRow['cells'],
    classNames: string[],
    account: StoredAccount | undefined,
    tell: Tell,
  ): { id: number | null; name: string | null } {
    if (class_name === undefined) {
      return { id: account?.class_id ?? null, name: account?.class_name ?? null };
    }
    if (class_name === '') return { id: null, name: null };
    const names = new Set(
      (classNames.length > 0 ? classNames : [class_name]).map((name) => name.toLowerCase()),
    );
    const found = this.#around.classes.filter(({ name }) => names.has(name.toLowerCase()));
    if (found.length > 1) {
      // The class in which they already are is meant, where several have its name.
      const own = found.find(({ id }) => id === account?.class_id);
      if (own) return own;
      tell('class_name', 'Trường có nhiều lớp cùng tên này');
    }
    if (found.length === 0) tell('class_name', apiErrors.unknown_class.message);
    return found[0] ?? { id: null, name: null };
  }

  /** After the import every class has one teacher at most. */
  #checkTeachers(rows: PlannedRow[]): void {
    const inFile = new Set(rows.flatMap(({ account }) => account?.id ?? []));
    const taken = new Map<number, number>();
    for (const { row, classId } of rows) {
      if (classId === null) continue;
      const teacher = this.#around.classes.find(({ id }) => id === classId)?.teacher_id ?? null;
      const isTaken = taken.has(classId) || (teacher !== null && !inFile.has(teacher));
      if (isTaken) {
        const message = apiErrors.class_has_teacher.message;
        this.#problems.push({ row, column: headings.class_name, message });
      }
      taken.set(classId, row);
    }
  }
}

/** A table that is wrong throughout has tens of thousands of problems, which nobody reads. */
function cutShort(problems: CellProblem[]): CellProblem[] {
  const next = problems[problemsMax];
  if (!next) return problems;
  const more = { row: next.row, column: '', message: 'Từ dòng này còn nhiều lỗi khác' };
  return [...problems.slice(0, problemsMax), more];
}

type Tell = (column: ColumnName, message: string) => void;
