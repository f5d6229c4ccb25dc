import { describeProblem, type FieldProblem } from '@lop-xanh/contract/field-errors';
import type { ColumnName } from './account-table-format.ts';
import type { StoredAccount } from './accounts.queries.ts';
import type { FormerIdentifier } from './identifier-codes.queries.ts';
import type { ImportRow } from './parse-account-table.ts';
import type { AccountFields } from './write-accounts.queries.ts';

export type ReportProblem = (column: ColumnName, problem: FieldProblem) => void;

interface Identifiers {
  accounts: StoredAccount[];
  formerIdentifiers: FormerIdentifier[];
}

const newMaps = () => ({
  username: new Map<string, number>(),
  identifier_code: new Map<string, number>(),
});

/** Who the usernames and codes of an imported table belong to. */
export class ImportIdentifiers {
  readonly #isImportable;
  readonly #accountByUsername = new Map<string, StoredAccount>();
  readonly #accountByCode = new Map<string, StoredAccount>();
  readonly #formerOwnerIds = newMaps();
  readonly #firstRowNumbers = newMaps();

  constructor(
    { accounts, formerIdentifiers }: Identifiers,
    isImportable: (account: StoredAccount) => boolean,
  ) {
    this.#isImportable = isImportable;
    for (const account of accounts) {
      this.#accountByUsername.set(account.username.toLowerCase(), account);
      if (account.identifier_code) this.#accountByCode.set(account.identifier_code, account);
    }
    for (const { field, value, user_id } of formerIdentifiers) {
      this.#formerOwnerIds[field].set(value, user_id);
    }
  }

  /** Finds the account by code, or else by username. Reports a problem if these are different accounts. */
  findAccount(cells: ImportRow['cells'], reportProblem: ReportProblem): StoredAccount | undefined {
    const byCode = this.#accountByCode.get(cells.identifier_code ?? '');
    const byUsername = this.#accountByUsername.get(cells.username?.toLowerCase() ?? '');
    if (byCode && !this.#isImportable(byCode)) {
      reportProblem('identifier_code', describeProblem('code_taken'));
    }
    const isConflict = byCode && byUsername && byCode.id !== byUsername.id;
    if (byUsername && (isConflict || !this.#isImportable(byUsername))) {
      reportProblem('username', describeProblem('username_taken'));
    }
    const account = byCode ?? byUsername;
    return account && this.#isImportable(account) ? account : undefined;
  }

  /** Reports what another row has too, and what was somebody else's: only its former owner may take it back. */
  check(
    rowNumber: number,
    { fields, account }: { fields: AccountFields; account: StoredAccount | undefined },
    reportProblem: ReportProblem,
  ): void {
    const username = fields.username.toLowerCase();
    const code = fields.identifier_code ?? '';
    this.#checkDuplicate('username', username, { rowNumber, reportProblem });
    if (code) this.#checkDuplicate('identifier_code', code, { rowNumber, reportProblem });
    const isOtherOwner = (ownerId: number | undefined) =>
      ownerId !== undefined && ownerId !== account?.id;
    if (isOtherOwner(this.#formerOwnerIds.username.get(username))) {
      reportProblem('username', describeProblem('username_retired'));
    }
    if (isOtherOwner(this.#formerOwnerIds.identifier_code.get(code))) {
      reportProblem('identifier_code', describeProblem('code_retired'));
    }
  }

  #checkDuplicate(
    column: 'username' | 'identifier_code',
    key: string,
    { rowNumber, reportProblem }: { rowNumber: number; reportProblem: ReportProblem },
  ): void {
    const firstRowNumber = this.#firstRowNumbers[column].get(key);
    if (firstRowNumber)
      reportProblem(column, describeProblem('duplicate_of_row', { row: String(firstRowNumber) }));
    else this.#firstRowNumbers[column].set(key, rowNumber);
  }
}
