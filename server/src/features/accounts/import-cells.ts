import { accountInput } from '@lop-xanh/contract/accounts';
import type { ConsentDecision } from '@lop-xanh/contract/consent';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import { maxAccountFieldLengths } from '@lop-xanh/contract/rules/account-form';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { validate } from '../../http/validation.ts';
import type { GuardianAnswer } from '../consent/consent.service.ts';
import { validateFields } from './account-fields.ts';
import { type ColumnName, parseConsent } from './account-table-format.ts';
import type { StoredAccount } from './accounts.queries.ts';
import type { ReportProblem } from './import-identifiers.ts';
import type { ImportRow } from './parse-account-table.ts';
import type { AccountFields } from './write-accounts.queries.ts';

const usernameField = accountInput.pick({ username: true });

const lengthCheckedFields = [
  'first_name',
  'last_name',
  'identifier_code',
  'email',
  'phone',
  'parent_name',
] as const satisfies (keyof AccountFields & ColumnName & keyof typeof maxAccountFieldLengths)[];

/** Undefined keeps the field; an empty cell clears it. */
export function parseCell<Value>(
  text: string | undefined,
  parse: (text: string) => Value | undefined,
  reportProblem: () => void,
): Value | null | undefined {
  if (!text) return text === '' ? null : undefined;
  const value = parse(text);
  if (value === undefined) reportProblem();
  return value;
}

/** An empty cell says nothing. A yes without a day does not end what a guardian refused on one. */
export function findNewConsent(
  text: string | undefined,
  current: GuardianAnswer | undefined,
  reportProblem: ReportProblem,
): ConsentDecision | undefined {
  if (!text) return undefined;
  const decision = parseConsent(text);
  if (!decision) reportProblem('photo_consent', describeProblem('invalid_consent'));
  if (decision === 'given' && current?.decision === 'refused' && current.evidence !== 'import') {
    const day = formatDay(current.decided_on);
    reportProblem('photo_consent', describeProblem('consent_refused', { day }));
  }
  return decision === current?.decision ? undefined : decision;
}

export function checkFields(
  fields: AccountFields,
  cells: ImportRow['cells'],
  reportProblem: ReportProblem,
): void {
  const { issues: usernameIssues = [] } = validate(usernameField, fields);
  for (const { path, ...problem } of [...validateFields(fields), ...usernameIssues.slice(0, 1)]) {
    // A list of a school has no emails of its students; only who types an account must give one.
    if (path === 'email' && fields.role === 'Student' && !fields.email) continue;
    reportProblem(path as ColumnName, problem);
  }
  if (!(cells.first_name ?? cells.full_name))
    reportProblem('first_name', describeProblem('name_required'));
  for (const column of lengthCheckedFields) {
    const maxLength = maxAccountFieldLengths[column];
    if ((fields[column] ?? '').length > maxLength)
      reportProblem(column, describeProblem('too_long', { max: maxLength }));
  }
}

/** A class of the school, or one that the import creates. */
export interface SchoolClass {
  id: number;
  name: string;
  grade_id: number;
  teacher_id: number | null;
}

interface ClassCells {
  className: string | undefined;
  classNames: string[];
  account: StoredAccount | undefined;
}

/** An empty cell means no class; without the column every account keeps its class. */
export function findClass(
  { className, classNames, account }: ClassCells,
  classes: SchoolClass[],
  reportProblem: ReportProblem,
): { id: number | null; name: string | null } {
  if (className === undefined) {
    return { id: account?.class_id ?? null, name: account?.class_name ?? null };
  }
  if (className === '') return { id: null, name: null };
  const names = new Set(
    (classNames.length > 0 ? classNames : [className]).map((name) => name.toLowerCase()),
  );
  const found = classes.filter(({ name }) => names.has(name.toLowerCase()));
  if (found.length > 1) {
    // If several classes have this name, prefer the account's current class.
    const current = found.find(({ id }) => id === account?.class_id);
    if (current) return current;
    reportProblem('class_name', describeProblem('ambiguous_class'));
  }
  if (found.length === 0) reportProblem('class_name', describeProblem('unknown_class'));
  return found[0] ?? { id: null, name: null };
}
