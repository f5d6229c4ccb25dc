import type { Account, AccountListQuery } from '@lop-xanh/contract/accounts';
import { dayInVietnam } from '@lop-xanh/contract/rules/dates';
import { parseRole, type Role } from '@lop-xanh/contract/rules/roles';
import { asOfOneMoment, type Db, within } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { schoolMeant } from '../../http/own-school.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { withSlowedLogins } from '../auth/login-memory.service.ts';
import {
  countAccounts,
  findAccounts,
  listAccounts,
  listInBatches,
  type StoredAccount,
  type WantedAccounts,
} from './accounts.queries.ts';
import { accountAbilities, canSeeAccount, creatableRoles } from './accounts.rules.ts';
import { freeCodes, nextNumber } from './codes.queries.ts';

type Wish = AccountListQuery & { role?: string | undefined };

interface ListFacts {
  next: string | null;
  total: number;
  can: { create: Role[] };
}

/** One page of a table, or of the accounts of all schools by cursor. */
export async function readAccounts(
  db: Db,
  actor: Actor,
  query: Wish,
): Promise<ListFacts & { accounts: Account[] }> {
  const { page, rows, limit, before } = query;
  const wanted = wantedBy(actor, query);
  const told = async (found: StoredAccount[], next: string | null) => ({
    accounts: await forReader(db, actor, found),
    next,
    total: await countAccounts(db, actor, wanted),
    can: { create: [...creatableRoles(actor)] },
  });
  if (page) {
    const part = { offset: (page - 1) * rows, limit: rows };
    return told(await listAccounts(db, actor, wanted, part), null);
  }
  const after = before ? decodeCursor(before) : 0;
  const found = await listAccounts(db, actor, wanted, { after, limit: limit + 1 });
  const cut = toPage(found, limit, ({ id }) => id);
  return told(cut.page, cut.next);
}

/** A school's people come whole where no page of them is asked for. */
export function isWholeList(actor: Actor, { page, school_id }: Wish): boolean {
  return page === undefined && (school_id ?? actor.school_id) !== null;
}

/** The whole list as JSON, written some hundred at a time: thousands at once would hold up everybody. */
export function readWholeList(
  db: Db,
  actor: Actor,
  query: Wish,
): Promise<ListFacts & { json: string }> {
  const wanted = wantedBy(actor, query);
  return asOfOneMoment(db, async (transaction) => {
    const texts: string[] = [];
    let total = 0;
    for await (const found of listInBatches(transaction, actor, wanted)) {
      total += found.length;
      const accounts = await forReader(transaction, actor, found);
      texts.push(...accounts.map((account) => JSON.stringify(account)));
    }
    const can = { create: [...creatableRoles(actor)] };
    return { json: `[${texts.join(',')}]`, next: null, total, can };
  });
}

function wantedBy(actor: Actor, query: Wish): WantedAccounts {
  return {
    schoolId: schoolMeant(actor, query.school_id) ?? undefined,
    role: query.role === undefined ? undefined : parseRole(query.role),
    gradeId: query.grade_id,
    classId: query.class_id,
    status: query.status,
    familyOf: query.family_of,
    words: query.q,
  };
}

export async function readAccount(db: Db, actor: Actor, id: number): Promise<Account> {
  const [account] = await forReader(db, actor, [await findVisible(db, actor, id)]);
  return account as Account;
}

/** The one way to an account: one that the actor may not know of is not there. */
export async function findVisible(db: Db, actor: Actor, id: number): Promise<StoredAccount> {
  const [found] = await findAccounts(db, [id]);
  if (!found || !canSeeAccount(actor, found)) throw new AppError('not_found');
  return found;
}

export async function nextIdentifierCode(db: Db): Promise<string> {
  const from = await nextNumber(db, thisYear());
  const [code] = (await freeCodes(db, { from, count: 1 })) as [string];
  return code;
}

export function thisYear(): number {
  return Number(dayInVietnam(new Date()).slice(0, 4));
}

async function forReader(db: Db, actor: Actor, accounts: StoredAccount[]): Promise<Account[]> {
  const found = await withSlowedLogins(within(db), accounts);
  return found.map((account) => ({ ...account, can: accountAbilities(actor, account) }));
}
