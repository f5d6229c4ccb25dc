import type { SimpleFieldErrorName } from '@lop-xanh/contract/field-errors';
import type { HandledKind, ImportField } from '@lop-xanh/contract/student-import';
import { normalizeText } from '../../../lib/normalize-text.ts';
import { toClassNames } from '../../../tables/parse-table.ts';
import type { CellValue } from '../../../tables/read-table.ts';
import type { ColumnName } from '../account-table-format.ts';
import {
  isPlaceholder,
  readBirthDate,
  readName,
  readParentNames,
  readPhones,
  readSex,
  toText,
} from './cell-values.ts';
import { readClassName, toClassKey } from './class-names.ts';
import type { SheetList } from './sheet-lists.ts';

/** A student in the file, as the import takes it over. */
export interface StudentRow {
  /** Unique in the whole file, unlike the number of a row. */
  number: number;
  sheet: string;
  row: number;
  cells: Partial<Record<ColumnName, string>>;
  /** What the file says, before anything was made of it. */
  texts: Map<ImportField, string>;
  problems: { field: ImportField; reason: SimpleFieldErrorName }[];
  handled: { kind: HandledKind; before: string; after: string }[];
}

export interface ReadingContext {
  /** By heading. */
  fields: ReadonlyMap<string, ImportField>;
  /** By `toFixKey`; an empty value leaves the cell empty. */
  fixes: ReadonlyMap<string, string>;
  /** The name of a class of the school, by key. */
  classNames: ReadonlyMap<string, string>;
  today: string;
}

export const toFixKey = (sheet: string, row: number, field: ImportField) =>
  JSON.stringify([sheet, row, field]);

/** Undefined for a row that names nobody, such as a number before an empty line. */
export function readStudent(
  list: SheetList,
  { rowNumber, cells }: SheetList['rows'][number],
  context: ReadingContext,
): Omit<StudentRow, 'number'> | undefined {
  const values = new Map<ImportField, CellValue>();
  for (const [column, heading] of list.headings.entries()) {
    const field = context.fields.get(heading);
    const value = cells[column] ?? '';
    if (field && (!values.has(field) || toText(values.get(field)) === '')) values.set(field, value);
  }
  if (!values.has('class_name') && list.className) values.set('class_name', list.className);
  if (!toText(values.get('birth_date'))) {
    const parts = birthParts.map((field) => toText(values.get(field)));
    if (parts.some(Boolean)) values.set('birth_date', parts.join('/'));
  }
  const isNamed = (['full_name', 'first_name', 'last_name'] as const).some((field) =>
    toText(values.get(field)),
  );
  const filled = [...values].filter(([field, value]) => field !== 'class_name' && toText(value));
  if (!isNamed && filled.length < 2) return undefined;
  for (const field of fixableFields) {
    const fix = context.fixes.get(toFixKey(list.sheet, rowNumber, field));
    if (fix !== undefined) values.set(field, fix);
  }
  return new StudentReader(list.sheet, rowNumber, values, context).read();
}

const fixableFields: ImportField[] = [
  'full_name',
  'last_name',
  'first_name',
  'birth_date',
  'sex',
  'class_name',
  'identifier_code',
  'parent1_name',
  'parent1_phone',
  'parent2_name',
  'parent2_phone',
  'parent_phone',
  'email',
  'phone',
  'photo_consent',
  'username',
  'status',
];

const birthParts = ['birth_day', 'birth_month', 'birth_year'] as const;
const plainFields = ['identifier_code', 'email', 'photo_consent', 'username', 'status'] as const;

class StudentReader {
  readonly #values;
  readonly #context;
  readonly #student: Omit<StudentRow, 'number'>;

  constructor(
    sheet: string,
    row: number,
    values: Map<ImportField, CellValue>,
    context: ReadingContext,
  ) {
    this.#values = values;
    this.#context = context;
    const texts = new Map([...values].map(([field, value]) => [field, toText(value)] as const));
    this.#student = { sheet, row, cells: {}, texts, problems: [], handled: [] };
  }

  read(): Omit<StudentRow, 'number'> {
    this.#readNames();
    this.#readClass();
    this.#readBirth();
    for (const field of plainFields) this.#set(field, this.#text(field));
    if (!this.#student.cells.email) this.#handle('no_email', '', '');
    this.#set('phone', this.#readPhone('phone')[0]);
    this.#readParents();
    return this.#student;
  }

  #text(field: ImportField): string {
    const text = normalizeText(toText(this.#values.get(field)));
    return isPlaceholder(text) ? '' : text;
  }

  /** An empty cell says nothing: an import clears nothing that the school has written. */
  #set(column: ColumnName, value: string | undefined): void {
    if (value) this.#student.cells[column] = value;
  }

  #handle(kind: HandledKind, before: string, after: string): void {
    this.#student.handled.push({ kind, before, after });
  }

  #readNames(): void {
    for (const field of ['full_name', 'last_name', 'first_name'] as const) {
      const text = this.#text(field);
      this.#set(field, readName(text));
      if (readName(text) !== text) this.#handle('name_case', text, readName(text));
    }
    const { cells } = this.#student;
    // A list may have the whole name and the given name once more.
    if (cells.full_name && !cells.last_name) delete cells.first_name;
    else if (cells.first_name) delete cells.full_name;
  }

  #readClass(): void {
    const value = this.#values.get('class_name') ?? '';
    const isDate = typeof value !== 'string' && 'day' in value;
    const candidates = isDate ? toClassNames(value.day) : [this.#text('class_name')];
    const text = candidates[0] ?? '';
    if (!text) return;
    const known = candidates.flatMap(
      (name) => this.#context.classNames.get(toClassKey(name)) ?? [],
    );
    const name = known[0] ?? readClassName(text)?.name;
    if (!name) return this.#report('class_name', 'unknown_class');
    this.#set('class_name', name);
    if (name !== text) this.#handle('class_name', toText(value), name);
  }

  #readBirth(): void {
    const birth = this.#text('birth_date');
    const date = readBirthDate(this.#values.get('birth_date') ?? '', this.#context.today);
    this.#set('birth_date', date);
    if (birth && !date) this.#report('birth_date', 'invalid_date');
    const sex = this.#text('sex');
    const girl = this.#values.has('female') ? (this.#text('female') ? 'Nữ' : 'Nam') : '';
    if (sex && !readSex(sex)) return this.#report('sex', 'invalid_sex');
    this.#set('sex', sex ? readSex(sex) : girl);
  }

  /** Reports a text without a number, and says what was made of the others. */
  #readPhone(field: ImportField): string[] {
    const text = this.#text(field);
    if (!text) return [];
    const phones = readPhones(text);
    if (phones.length === 0) this.#report(field, 'invalid_phone');
    else if (phones.length === 1 && phones[0] !== text)
      this.#handle('phone', text, phones[0] as string);
    return phones;
  }

  #readParents(): void {
    const [first, second] = readParentNames(this.#text('parent_names'));
    const names = [this.#text('parent1_name') || first, this.#text('parent2_name') || second];
    const own = (['parent1_phone', 'parent2_phone'] as const).map((field) =>
      this.#readPhone(field),
    );
    const shared = this.#readPhone('parent_phone');
    const phones = own.map((list) => list[0]);
    let spare = [...shared, ...own.flatMap((list) => list.slice(1))];
    for (const index of [0, 1]) {
      if (!names[index] || phones[index]) continue;
      phones[index] = spare[0];
      spare = spare.slice(1);
    }
    if (phones[0] === phones[1]) phones[1] = undefined;
    for (const [index, prefix] of (['parent1', 'parent2'] as const).entries()) {
      const name = names[index] && readName(names[index]);
      const phone = phones[index];
      if (name && phone) {
        this.#set(`${prefix}_name`, name);
        this.#set(`${prefix}_phone`, phone);
      } else if (name) this.#handle('parent_without_phone', name, '');
      else if (phone) spare.push(phone);
    }
    const name = names.find(Boolean);
    this.#set('parent_name', name && readName(name));
    if (spare.length === 0) return;
    if (name) return this.#handle('second_phone', spare.join(' / '), phones.find(Boolean) ?? '');
    this.#student.cells.phone ??= spare[0] as string;
    this.#handle('phone_without_parent', '', spare[0] as string);
  }

  #report(field: ImportField, reason: SimpleFieldErrorName): void {
    this.#student.problems.push({ field, reason });
  }
}
