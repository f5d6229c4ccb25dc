import { limits } from '@lop-xanh/contract/rules/limits';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import type { Db } from '../../database/database.ts';
import { isUniqueViolation } from '../../database/postgres-errors.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { normalizeText } from '../../lib/normalize-text.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import type { SchoolHead, TaughtHeads } from './heads.service.ts';
import {
  countKinds,
  deleteAllKinds,
  deleteImportedKinds,
  deleteKindRow,
  findKind,
  findScanner,
  insertKind,
  type KindWords,
  listCountedKinds,
  lockScanner,
  type StoredKind,
  setKeepsPhotos,
  updateKind,
} from './kinds.queries.ts';
import { deleteImportedPhotos, forgetFiles } from './photos.queries.ts';
import { canManage } from './teaching.rules.ts';

/** Students learn what there is to teach, not how well the scanner does. */
export async function readScanner(
  db: Db,
  heads: TaughtHeads,
  actor: Actor,
  requestedId: number | undefined,
): Promise<{ kinds: TaughtKind[]; keeps_photos: boolean }> {
  const schoolId = requireSchoolId(actor, requestedId);
  const scanner = await findScanner(db, schoolId);
  if (!scanner) throw new AppError('not_found');
  const kinds = await readKinds(db, await heads.load(schoolId), { schoolId });
  const withhold = { right_before: null, right_now: null };
  const shown = actor.role === 'Student' ? kinds.map((kind) => ({ ...kind, ...withhold })) : kinds;
  return { kinds: shown, keeps_photos: scanner.keeps_photos };
}

async function readKinds(
  db: Db,
  { model, shares }: SchoolHead,
  which: { schoolId: number; kindId?: number },
): Promise<TaughtKind[]> {
  const kinds = await listCountedKinds(db, { ...which, model });
  return kinds.map((kind) => ({
    ...kind,
    right_before: shares.get(kind.id)?.before ?? null,
    right_now: shares.get(kind.id)?.now ?? null,
  }));
}

export async function readKind(
  db: Db,
  head: SchoolHead,
  { schoolId, kindId }: { schoolId: number; kindId: number },
): Promise<TaughtKind> {
  const [kind] = await readKinds(db, head, { schoolId, kindId });
  if (!kind) throw new AppError('not_found');
  return kind;
}

/** A kind of another school does not exist for the actor. */
export async function readManagedKind(db: Db, actor: Actor, kindId: number): Promise<StoredKind> {
  const kind = await findKind(db, kindId);
  if (!kind || !canManage(actor, kind)) throw new AppError('not_found');
  return kind;
}

/** So that what changes a scanner takes its locks in one order: first the school, then kinds and photos. */
async function lockKind(db: Db, actor: Actor, kindId: number): Promise<StoredKind> {
  const { school_id } = await readManagedKind(db, actor, kindId);
  await lockScanner(db, school_id);
  // Somebody else may have changed or deleted it meanwhile.
  return readManagedKind(db, actor, kindId);
}

/** Must run in a transaction, like everything below. */
export async function addKind(
  db: Db,
  actor: Actor,
  { school_id, ...typed }: KindWords & { school_id?: number | undefined },
): Promise<{ schoolId: number; kindId: number }> {
  const schoolId = requireSchoolId(actor, school_id);
  if (!(await lockScanner(db, schoolId))) throw new AppError('not_found');
  if ((await countKinds(db, schoolId)) >= limits.maxTaughtKinds)
    throw new AppError('too_many_kinds');
  const words = normalizeWords(typed);
  const kindId = await insertKind(db, actor, { schoolId, ...words }).catch(rethrowTakenName);
  await writeAuditEntries(db, actor, {
    action: 'created',
    subject: 'scanner',
    id: kindId,
    name: words.name,
    schoolId,
  });
  return { schoolId, kindId };
}

export async function editKind(
  db: Db,
  actor: Actor,
  { id, ...typed }: KindWords & { id: number },
): Promise<StoredKind> {
  const kind = await lockKind(db, actor, id);
  const words = normalizeWords(typed);
  const fields = (['label', 'name', 'group', 'advice'] as const).filter(
    (field) => words[field] !== kind[field],
  );
  if (fields.length === 0) return kind;
  await updateKind(db, { id, ...words }).catch(rethrowTakenName);
  const pick = (from: KindWords) => Object.fromEntries(fields.map((field) => [field, from[field]]));
  await writeAuditEntries(db, actor, {
    action: 'changed',
    subject: 'scanner',
    id,
    name: words.name,
    schoolId: kind.school_id,
    details: { fields, old: pick(kind), new: pick(words) },
  });
  return kind;
}

export async function deleteKind(db: Db, actor: Actor, id: number): Promise<void> {
  const { school_id: schoolId, name } = await lockKind(db, actor, id);
  await deleteKindRow(db, id);
  await writeAuditEntries(db, actor, { action: 'deleted', subject: 'scanner', id, name, schoolId });
}

export async function keepPhotos(
  db: Db,
  actor: Actor,
  { keeps_photos: keeps, school_id }: { keeps_photos: boolean; school_id?: number | undefined },
): Promise<void> {
  const schoolId = requireSchoolId(actor, school_id);
  const scanner = await lockScanner(db, schoolId);
  if (!scanner) throw new AppError('not_found');
  if (!keeps) await forgetFiles(db, schoolId);
  if (scanner.keeps_photos === keeps) return;
  await setKeepsPhotos(db, schoolId, keeps);
  await writeAuditEntries(db, actor, {
    action: 'changed',
    subject: 'scanner',
    name: '',
    schoolId,
    details: {
      fields: ['keeps_photos'],
      old: { keeps_photos: !keeps },
      new: { keeps_photos: keeps },
    },
  });
}

export async function undoImports(
  db: Db,
  actor: Actor,
  requestedId: number | undefined,
): Promise<void> {
  const schoolId = requireSchoolId(actor, requestedId);
  if (!(await lockScanner(db, schoolId))) throw new AppError('not_found');
  const photos = await deleteImportedPhotos(db, schoolId);
  const kinds = await deleteImportedKinds(db, schoolId);
  if (photos + kinds === 0) return;
  await writeAuditEntries(db, actor, {
    action: 'deleted',
    subject: 'scanner',
    name: '',
    schoolId,
    details: { kinds, photos },
  });
}

export async function resetScanner(db: Db, actor: Actor, schoolId: number): Promise<void> {
  if (!(await lockScanner(db, schoolId))) throw new AppError('not_found');
  const kinds = await deleteAllKinds(db, schoolId);
  if (kinds === 0) return;
  await writeAuditEntries(db, actor, {
    action: 'deleted',
    subject: 'scanner',
    name: '',
    schoolId,
    details: { kinds },
  });
}

function normalizeWords<Words extends KindWords>(words: Words): Words {
  return { ...words, name: normalizeText(words.name), advice: normalizeText(words.advice) };
}

function rethrowTakenName(error: unknown): never {
  throw isUniqueViolation(error, 'taught_kinds_name')
    ? fieldError('kind_name_taken', 'name')
    : error;
}
