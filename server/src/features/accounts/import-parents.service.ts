import type { ImportReport } from '@lop-xanh/contract/account-tables';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { ParentLetter } from '@lop-xanh/contract/families';
import { formatFullName } from '@lop-xanh/contract/rules/names';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import {
  generateTemporaryPassword,
  hashPasswords,
  noPasswordHash,
} from '../auth/passwords.service.ts';
import { emptyFields, splitFullName } from './account-fields.ts';
import { insertLinks } from './families.queries.ts';
import { linkFamilies } from './families.service.ts';
import { chooseUsernames } from './parent-usernames.service.ts';
import type { ImportPlan } from './plan-import.ts';
import type { PlannedParent } from './plan-parents.ts';
import { insertAccounts } from './write-accounts.queries.ts';

interface NewPassword {
  password: string;
  passwordHash: string;
}

/** Generates and hashes a temporary password for each new parent before the transaction begins. */
export async function prepareParentPasswords({ parents }: ImportPlan): Promise<NewPassword[]> {
  const passwords = parents.newParents.map(() => generateTemporaryPassword());
  const hashes = await hashPasswords(passwords);
  return passwords.map((password, index) => ({
    password,
    passwordHash: hashes[index] as string,
  }));
}

/** A link to a parent who exists already, or whom another row of the file creates, is counted as linked. */
export function toParentReport({ parents }: ImportPlan): ImportReport['parents'] {
  const { newParents, links, samePhone, samePhoneCount } = parents;
  const created = newParents.length;
  return { created, linked: links.length - created, samePhone, samePhoneCount, letters: [] };
}

/** Creates the new parents, links all of them, and returns the letters to the new ones. */
export async function importParents(
  db: Db,
  actor: Actor,
  {
    plan,
    schoolId,
    passwords,
    studentIds,
  }: {
    plan: ImportPlan;
    schoolId: number;
    passwords: NewPassword[] | undefined;
    /** By row number. */
    studentIds: Map<number, number>;
  },
): Promise<ParentLetter[]> {
  const { newParents, links } = plan.parents;
  // Another request has deleted or unlinked a parent since: the client retries.
  if (passwords && newParents.length > passwords.length) throw new AppError('unavailable');
  const students = new Map(
    plan.rows.map(({ rowNumber, fields, className }) => [
      rowNumber,
      {
        id: studentIds.get(rowNumber) as number,
        full_name: formatFullName(fields.last_name, fields.first_name),
        school_id: schoolId,
        class_name: className,
      },
    ]),
  );
  type Student = NonNullable<ReturnType<(typeof students)['get']>>;
  const linkedStudents = links.map(({ parent, rowNumber }) => ({
    parent,
    student: students.get(rowNumber) as Student,
  }));

  const issued = await insertParents(db, actor, { newParents, schoolId, passwords });
  const letters = new Map(
    newParents.map((parent, index) => [
      parent,
      { ...(issued[index] as IssuedPassword), children: [] as ParentLetter['children'] },
    ]),
  );
  for (const { parent, student } of linkedStudents) {
    const letter = letters.get(parent);
    if (!letter) continue;
    letter.class_name ??= student.class_name;
    letter.children.push({ full_name: student.full_name, class_name: student.class_name });
  }
  await insertLinks(
    db,
    linkedStudents.flatMap(({ parent, student }) => {
      const letter = letters.get(parent);
      return letter ? { parentId: letter.id, studentId: student.id } : [];
    }),
  );
  await linkFamilies(
    db,
    actor,
    linkedStudents.flatMap(({ parent, student }) =>
      parent.id ? { parentId: parent.id, student } : [],
    ),
  );
  return passwords ? [...letters.values()] : [];
}

async function insertParents(
  db: Db,
  actor: Actor,
  {
    newParents,
    schoolId,
    passwords,
  }: { newParents: PlannedParent[]; schoolId: number; passwords: NewPassword[] | undefined },
): Promise<IssuedPassword[]> {
  const usernames = await chooseUsernames(db, newParents);
  const ids = await insertAccounts(
    db,
    newParents.map(({ full_name, phone }, index) => ({
      ...emptyFields,
      ...splitFullName(full_name),
      role: 'Parent',
      school_id: schoolId,
      username: usernames[index] as string,
      phone,
      must_change_password: true,
      password_hash: passwords?.[index]?.passwordHash ?? noPasswordHash,
    })),
  );
  const issued = newParents.map(({ full_name }, index) => ({
    id: ids[index] as number,
    full_name,
    username: usernames[index] as string,
    class_name: null,
    password: passwords?.[index]?.password ?? '',
  }));
  await writeAuditEntries(
    db,
    actor,
    ...issued.map(({ id, full_name }) => ({
      action: 'created' as const,
      subject: 'account' as const,
      id,
      name: full_name,
      schoolId,
      details: { role: 'Parent' },
    })),
  );
  return issued;
}
