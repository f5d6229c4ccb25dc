import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { CommentMode, moderation } from '@lop-xanh/contract/moderation';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { readVisibleClass } from '../classes/classes.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import { lockSchools } from '../schools/schools.service.ts';
import {
  findClassSettings,
  findSchoolSettings,
  type SchoolSettings,
  updateClassMode,
  updateSchoolSettings,
} from './settings.queries.ts';

export { checkText } from './check-text.service.ts';
export { effectiveCommentMode } from './settings.queries.ts';

type ClassSettings = ResponseOf<typeof moderation.classSettings>;

export async function readSchoolSettings(db: Db, actor: Actor): Promise<SchoolSettings> {
  const { comments, words } = await findSchoolSettings(db, requireSchoolId(actor, undefined));
  return { comments, words };
}

export async function editSchoolSettings(
  db: Db,
  actor: Actor,
  input: SchoolSettings,
): Promise<SchoolSettings> {
  const schoolId = requireSchoolId(actor, undefined);
  await lockSchools(db, [schoolId]);
  const { school_name: name, ...before } = await findSchoolSettings(db, schoolId);
  const words = [...new Set(input.words.map((word) => word.normalize('NFC')))];
  const after = { comments: input.comments, words };
  const fields = (['comments', 'words'] as const).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (fields.length > 0) {
    await updateSchoolSettings(db, schoolId, after);
    const pick = (settings: SchoolSettings) =>
      Object.fromEntries(fields.map((field) => [field, settings[field]]));
    await writeAuditEntries(db, actor, {
      action: 'changed',
      subject: 'comment_settings',
      name,
      schoolId,
      details: { fields, old: pick(before), new: pick(after) },
    });
  }
  return after;
}

export async function readClassSettings(db: Db, actor: Actor, id: number): Promise<ClassSettings> {
  await findTaughtClass(db, actor, id);
  return findClassSettings(db, id);
}

export async function editClassSettings(
  db: Db,
  actor: Actor,
  { id, mode }: { id: number; mode: CommentMode },
): Promise<ClassSettings> {
  const { school_id: schoolId, name } = await findTaughtClass(db, actor, id);
  await lockSchools(db, [schoolId]);
  const before = await findClassSettings(db, id);
  if (before.class !== mode) {
    await updateClassMode(db, id, mode);
    await writeAuditEntries(db, actor, {
      action: 'changed',
      subject: 'comment_settings',
      id,
      name,
      schoolId,
      details: { fields: ['class'], old: { class: before.class }, new: { class: mode } },
    });
  }
  return findClassSettings(db, id);
}

/** A class of the current year; nobody teaches a past one. */
async function findTaughtClass(db: Db, actor: Actor, id: number) {
  const found = await readVisibleClass(db, actor, id);
  if (!actor.class_ids.includes(id)) throw new AppError('forbidden');
  return found;
}
