import { dropStaleReferences, proposePlan } from '@lop-xanh/contract/rules/rollover';
import type { RolloverDraft, RolloverPlan } from '@lop-xanh/contract/years';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeDailyAuditEntry } from '../audit/audit.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import {
  findRolloverSchool,
  findSavedDraft,
  type SavedDraft,
  type StoredSchool,
  upsertDraft,
} from './drafts.queries.ts';
import { formatYear, lockOneSchool } from './years.service.ts';

export interface StoredDraft extends RolloverDraft {
  school: StoredSchool;
}

/** What was saved, as far as it still fits the school, or a proposal. */
export async function readDraft(
  db: Db,
  actor: Actor,
  requestedSchoolId: number | undefined,
): Promise<StoredDraft> {
  const schoolId = requireSchoolId(actor, requestedSchoolId);
  const school = await findRolloverSchool(db, schoolId);
  if (!school) throw new AppError('not_found');
  const saved = await findSavedDraft(db, { schoolId, year: school.year });
  return saved
    ? { school, ...saved, plan: dropStaleReferences(school, saved.plan) }
    : { school, plan: proposePlan(school), version: 0, saved_at: null, saved_by: null };
}

/** Until the transaction ends, nobody else changes the draft or the school. */
export async function lockDraft(
  db: Db,
  actor: Actor,
  { school_id, version }: { school_id?: number | undefined; version: number },
): Promise<StoredDraft> {
  const schoolId = await lockOneSchool(db, actor, school_id);
  const draft = await readDraft(db, actor, schoolId);
  if (draft.version !== version) throw new AppError('draft_changed');
  return draft;
}

export async function saveDraft(
  db: Db,
  actor: Actor,
  { plan, ...request }: { school_id?: number | undefined; version: number; plan: RolloverPlan },
): Promise<StoredDraft> {
  const { school } = await lockDraft(db, actor, request);
  const saved = await replacePlan(db, actor, { school, plan });
  await writeDailyAuditEntry(db, actor, {
    action: 'changed',
    subject: 'school_year',
    name: formatYear(school.year),
    schoolId: school.school_id,
    details: { fields: ['draft'] },
  });
  return saved;
}

/** The caller has locked the draft. */
export async function replacePlan(
  db: Db,
  actor: Actor,
  { school, plan }: { school: StoredSchool; plan: RolloverPlan },
): Promise<StoredDraft> {
  const { school_id: schoolId, year } = school;
  const classes = plan.classes.map(({ name, ...newClass }) => ({
    ...newClass,
    name: name.normalize('NFC'),
  }));
  await upsertDraft(db, actor, {
    schoolId,
    year,
    plan: dropStaleReferences(school, { ...plan, classes }),
  });
  const saved = (await findSavedDraft(db, { schoolId, year })) as SavedDraft;
  return { school, ...saved };
}
