import { z } from 'zod';
import { accountStatus } from './account-fields.ts';
import { accountFilters } from './account-filters.ts';
import { accountTableKinds } from './account-tables.ts';
import { issuedPassword, roleName } from './accounts.ts';
import { cards } from './cards.ts';
import { endpoint, managers } from './endpoint.ts';
import { fieldProblem } from './errors.ts';
import { id } from './fields.ts';
import { spreadsheetType } from './rules/file-types.ts';
import { limits } from './rules/limits.ts';

const count = z.number().int().nonnegative();

/** How many a list would have with each of its filters added to the others. */
export const accountCounts = z.object({
  active: count,
  inactive: count,
  left: count,
  parent: count,
  login: count,
  consent: count,
});
export type AccountCounts = z.infer<typeof accountCounts>;

/** The accounts chosen in a list. */
const ids = z.array(id).min(1);
const selection = z.object({ ids: ids.max(limits.maxSelectedAccounts) });

/** Somebody for whom nothing was done, and why. */
const skippedAccount = fieldProblem.extend({
  id,
  /** Null if the current user may not know of this account. */
  full_name: z.string().nullable(),
});
export type SkippedAccount = z.infer<typeof skippedAccount>;

const outcome = z.object({ done: count, skipped: z.array(skippedAccount) });
export type SelectionOutcome = z.infer<typeof outcome>;

const listQuery = accountFilters.omit({ family_of: true }).extend({ role: roleName });

/** Each is one transaction. The rule for one account decides about each; who is refused is left out, and the others are done. */
export const selectedAccounts = {
  counts: endpoint({
    method: 'GET',
    path: '/api/admin/users/counts',
    summary: "How many of a school's accounts each filter of the list would leave",
    access: managers,
    isExpensive: true,
    query: listQuery,
    response: accountCounts,
  }),
  ids: endpoint({
    method: 'GET',
    path: '/api/admin/users/ids',
    summary: "The ids of all of a school's accounts in a list, in its order",
    access: managers,
    isExpensive: true,
    query: listQuery,
    response: z.object({ ids: z.array(id) }),
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/admin/users/selected/move',
    summary: 'Move students to a class, or to none',
    access: managers,
    body: selection.extend({ class_id: id.nullable() }),
    response: outcome,
  }),
  setStatus: endpoint({
    method: 'POST',
    path: '/api/admin/users/selected/status',
    summary: 'Activate or deactivate accounts; inactive ones are logged out',
    access: managers,
    body: selection.extend({ status: accountStatus }),
    response: outcome,
  }),
  resetPasswords: endpoint({
    method: 'POST',
    path: '/api/admin/users/selected/reset-passwords',
    summary: 'Reset passwords to temporary ones; the list is shown once',
    access: managers,
    body: z.object({ ids: ids.max(limits.maxPasswordsPerReset) }),
    response: outcome.extend({ accounts: z.array(issuedPassword) }),
  }),
  issueCards: endpoint({
    method: 'POST',
    path: '/api/admin/users/selected/cards',
    summary: 'Issue new cards to students of any classes; their former cards stop working',
    access: managers,
    body: selection,
    response: outcome.extend({
      sheets: z.array(cards.issue.response.extend({ class_id: id })),
    }),
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/users/selected/export.xlsx',
    summary: 'A table of the chosen students or teachers of one school',
    access: managers,
    withoutIdempotencyKey: true,
    body: selection.extend({ kind: z.enum(accountTableKinds), school_id: id.optional() }),
    file: spreadsheetType,
    response: z.string(),
  }),
};
