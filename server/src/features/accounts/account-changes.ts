import type { StoredAccount } from './accounts.queries.ts';

const comparedFields = [
  'role',
  'school_name',
  'username',
  'first_name',
  'last_name',
  'identifier_code',
  'email',
  'phone',
  'parent_name',
  'birth_date',
  'sex',
  'status',
  'isChangePass',
  'student_ids',
  'class_name',
] as const satisfies (keyof StoredAccount)[];
type ComparedField = (typeof comparedFields)[number];
type ComparedAccount = Pick<StoredAccount, ComparedField>;

/** The audit log is kept for good, so it has no contact data and no codes: only that they changed. */
const fieldsWithValues: ReadonlySet<ComparedField> = new Set([
  'role',
  'school_name',
  'first_name',
  'last_name',
  'status',
  'class_name',
]);

/** The details of an audit entry; undefined if nothing changed. */
export function compareAccounts(before: ComparedAccount, after: ComparedAccount) {
  const fields = comparedFields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (fields.length === 0) return undefined;
  const recorded = fields.filter((field) => fieldsWithValues.has(field));
  const pick = (account: ComparedAccount) =>
    Object.fromEntries(recorded.map((field) => [field, account[field]]));
  return { fields, old: pick(before), new: pick(after) };
}
