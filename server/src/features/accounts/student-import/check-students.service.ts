import { setImmediate } from 'node:timers/promises';
import type { I18n } from '@lingui/core';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { type ImportAnswers, type ImportCheck } from '@lop-xanh/contract/student-import';
import type { Db } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Actor } from '../../../http/authentication.ts';
import { mapInSlices } from '../../../tables/map-in-slices.ts';
import type { Sheet } from '../../../tables/read-table.ts';
import { findClasses } from '../../classes/classes.service.ts';
import { headings } from '../account-table-format.ts';
import { createImportPlan, type ImportInput } from '../import-accounts.service.ts';
import type { ImportPlan } from '../plan-import.ts';
import { readClassName, toClassKey } from './class-names.ts';
import { type Doubles, findDoubles, toAnswerKey } from './find-doubles.ts';
import { groupHandled, groupProblems, listProblems, type RowProblem } from './group-problems.ts';
import { mapColumns } from './map-columns.ts';
import { type ReadingContext, readStudent, type StudentRow, toFixKey } from './read-students.ts';
import { findList, type SheetList } from './sheet-lists.ts';
import { listKnownStudents, readRememberedColumns } from './student-import.queries.ts';

export interface StudentImport {
  schoolId: number;
  sheets: Sheet[];
  options: ImportAnswers;
  i18n: I18n;
}

/** A list that was read and checked, and the input of the import that it leads to. */
export interface CheckedImport {
  check: ImportCheck;
  input: ImportInput;
}

/** Reads the lists of a school, and plans what an import with these answers would do. Writes nothing. */
export async function checkStudents(
  db: Db,
  actor: Actor,
  { schoolId, sheets, options, i18n }: StudentImport,
): Promise<CheckedImport> {
  const lists = await findLists(sheets);
  if (lists.length === 0) {
    const examples = [headings.full_name, headings.birth_date, headings.class_name].join(', ');
    throw new AppError('table_without_headings', { values: { headings: examples } });
  }
  const remembered = await readRememberedColumns(db, schoolId);
  const columns = await mapColumns(lists, options.columns, remembered);
  const { classes } = await findClasses(db, actor, { school_id: schoolId, limit: 100 });
  const reading = {
    lists,
    fields: new Map(
      columns.flatMap(({ heading, field }) => (field ? [[heading, field] as const] : [])),
    ),
    classNames: new Map(classes.map(({ name }) => [toClassKey(name), name])),
  };
  const doubleAnswers = {
    answers: new Map(options.doubles.map(({ answer, ...place }) => [toAnswerKey(place), answer])),
    others: options.other_doubles,
  };
  const known = await listKnownStudents(db, schoolId);
  const planWith = async (fixes: ReadonlyMap<string, string>) => {
    const rows = await readAllStudents({ ...reading, fixes });
    const doubles = await findDoubles(rows, known, doubleAnswers);
    const input: ImportInput = {
      kind: 'students',
      schoolId,
      table: {
        rows: doubles.rows.map(({ number, cells }) => ({
          rowNumber: number,
          cells,
          classNames: [],
        })),
        problems: [],
      },
      newClasses: findNewClasses(doubles.rows, classes),
      samePhoneChoice: options.same_phone,
      isDryRun: true,
      i18n,
    };
    const plan = await createImportPlan(db, actor, input);
    return { rows, doubles, input, plan, problems: listProblems(doubles.rows, plan.problems) };
  };
  let fixes = new Map(
    options.fixes.map(({ sheet, row, field, value }) => [toFixKey(sheet, row, field), value]),
  );
  let planned = await planWith(fixes);
  // An empty cell can lead to another problem: without its code a student may be a double.
  for (;;) {
    const blanks = findBlanks(planned.problems, options.blanks).filter(
      (key) => fixes.get(key) !== '',
    );
    if (blanks.length === 0) break;
    fixes = new Map([...fixes, ...blanks.map((key) => [key, ''] as const)]);
    planned = await planWith(fixes);
  }
  const { rows, doubles, input, plan, problems } = planned;
  return {
    check: {
      sheets: sheets.map((sheet) => describeSheet(sheet, lists, rows)),
      columns,
      ...describePlan(plan, doubles, { problems, samePhoneChoice: options.same_phone }),
      new_classes: input.newClasses?.map(({ name }) => name) ?? [],
    },
    input: { ...input, isDryRun: false },
  };
}

async function findLists(sheets: Sheet[]): Promise<SheetList[]> {
  const lists: SheetList[] = [];
  for (const sheet of sheets) {
    // One sheet after another, so that many do not block other requests.
    await setImmediate();
    const list = await findList(sheet);
    if (list) lists.push(list);
  }
  return lists;
}

async function readAllStudents({
  lists,
  ...context
}: Omit<ReadingContext, 'today'> & { lists: SheetList[] }): Promise<StudentRow[]> {
  const reading = { ...context, today: getVietnamDate(new Date()) };
  const rows = lists.flatMap((list) => list.rows.map((row) => ({ list, row })));
  const students = await mapInSlices(rows, ({ list, row }) => readStudent(list, row, reading));
  return students
    .flatMap((student) => student ?? [])
    .map((student, index) => ({ ...student, number: index + 1 }));
}

/** The cells that are left empty, by `toFixKey`. */
function findBlanks(problems: RowProblem[], blanks: ImportAnswers['blanks']): string[] {
  const blanked = new Set(blanks.map(({ field, reason }) => `${reason} ${field}`));
  return problems.flatMap(({ row, field, reason }) =>
    field && blanked.has(`${reason} ${field}`) ? toFixKey(row.sheet, row.row, field) : [],
  );
}

/** The classes that the import has to create, in the order of their names. */
function findNewClasses(rows: StudentRow[], classes: { name: string }[]) {
  const known = new Set(classes.map(({ name }) => name.toLowerCase()));
  const names = new Set(rows.flatMap(({ cells }) => cells.class_name ?? []));
  const { compare } = new Intl.Collator('vi', { numeric: true });
  return [...names]
    .filter((name) => !known.has(name.toLowerCase()))
    .flatMap((name) => readClassName(name) ?? [])
    .toSorted((a, b) => compare(a.name, b.name));
}

function describeSheet(
  { name }: Sheet,
  lists: SheetList[],
  rows: StudentRow[],
): ImportCheck['sheets'][number] {
  const list = lists.find(({ sheet }) => sheet === name);
  return {
    name,
    rows: rows.filter(({ sheet }) => sheet === name).length,
    class_name: list?.className ?? null,
    title_rows: list?.titleRows ?? 0,
    end_rows: list?.endRows ?? 0,
    hasTwoLineHeadings: list?.hasTwoLineHeadings ?? false,
    isList: list !== undefined,
  };
}

function describePlan(
  plan: ImportPlan,
  { doubles, rows, skipped }: Doubles,
  {
    problems,
    samePhoneChoice,
  }: { problems: RowProblem[]; samePhoneChoice: ImportInput['samePhoneChoice'] },
) {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const samePhone = plan.parents.samePhone.flatMap(({ row: number, ...question }) => {
    const row = byNumber.get(number);
    return row ? { ...question, sheet: row.sheet, row: row.row } : [];
  });
  const count = (outcome: string) => plan.rows.filter((row) => row.outcome === outcome).length;
  const openDoubles = doubles.filter(({ answer }) => answer === null).length;
  const openPhones = samePhone.length > 0 && !samePhoneChoice ? 1 : 0;
  return {
    problems: groupProblems(problems),
    handled: groupHandled(rows),
    doubles,
    samePhone,
    samePhoneCount: plan.parents.samePhoneCount,
    counts: {
      created: count('created'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      skipped,
      parents: plan.parents.newParents.length,
      classes: new Set(plan.rows.flatMap(({ classId }) => (classId && classId < 0 ? classId : [])))
        .size,
    },
    open: problems.length + openDoubles + openPhones,
  };
}
