import type { Account, AccountListQuery } from '@lop-xanh/contract/accounts';
import { dayInVietnam } from '@lop-xanh/contract/rules/dates';
import { parseRole, type Role } from '@lop-xanh/contract/rules/roles';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import {
  countAccounts,
  findAccounts,
  listAccounts,
  type StoredAccount,
  type WantedAccounts,
} from './accounts.queries.ts';
import { accountAbilities, canSeeAccount, creatableRoles } from './accounts.rules.ts';
import { nextCode } from './write-accounts.queries.ts';

interface AccountList {
  accounts: Account[];
  next: string | null;
  total: number;
  can: { create: Role[] };
}

/** A school's people come whole, or one page of a table; those of all schools by cursor. */
export async function readAccounts(
  db: Db,
  actor: Actor,
  query: AccountListQuery & { role?: string | undefined },
): Promise<AccountList> {
  const { school_id, page, rows, limit, before } = query;
  if (school_id && actor.role !== 'Admin' && school_id !== actor.school_id) {
    throw new AppError('forbidden');
  }
  const wanted: WantedAccounts = {
    schoolId: school_id ?? actor.school_id ?? undefined,
    role: query.role === undefined ? undefined : parseRole(query.role),
    gradeId: query.grade_id,
    classId: query.class_id,
    status: query.status,
    words: query.q,
  };
  const told = async (found: StoredAccount[], next: string | null, total?: number) => ({
    accounts: found.map((account) => forReader(actor, account)),
    next,
    total: total ?? (await countAccounts(db, actor, wanted)),
    can: { create: [...creatableRoles(actor)] },
  });
  if (page) {
    const part = { offset: (page - 1) * rows, limit: rows };
    return told(await listAccounts(db, actor, wanted, part), null);
  }
  if (wanted.schoolId) {
    const all = await listAccounts(db, actor, wanted, { offset: 0, limit: null });
    return told(all, null, all.length);
  }
  const [after] = before ? decodeCursor(before, ['number']) : [0];
  const found = await listAccounts(db, actor, wanted, { after: Number(after), limit: limit + 1 });
  const cut = toPage(found, limit, ({ id }) => [id]);
  return told(cut.page, cut.next);
}

export async function readAccount(db: Db, actor: Actor, id: number): Promise<Account> {
  return forReader(actor, await findVisible(db, actor, id));
}

/** The one way to an account: one that the actor may not know of is not there. */
export async function findVisible(db: Db, actor: Actor, id: number): Promise<StoredAccount> {
  const [found] = await findAccounts(db, [id]);
  if (!found || !canSeeAccount(actor, found)) throw new AppError('not_found');
  return found;
}

export async function nextIdentifierCode(db: Db): Promise<string> {
  return String(await nextCode(db, thisYear()));
}

export function thisYear(): number {
  return Number(dayInVietnam(new Date()).slice(0, 4));
}

function forReader(actor: Actor, account: StoredAccount): Account {
  return { ...account, can: accountAbilities(actor, account) };
}
