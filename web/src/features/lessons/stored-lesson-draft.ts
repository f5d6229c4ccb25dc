import { clearDraft, readDraft, saveDraft } from '../../lib/drafts.ts';
import type { LessonDraft } from './lesson-draft.ts';

/** The version on which a draft builds; null for a new lesson. */
export interface LessonBase {
  version: number | null;
  draft: LessonDraft;
}

export interface StoredLessonDraft {
  savedAt: string;
  base: LessonBase;
  draft: LessonDraft;
}

/** One user's draft of a lesson, of a new lesson, or of the copy of one. */
export interface DraftId {
  user: number;
  lesson: number | 'new' | `copy-of-${number}`;
}

const getName = ({ lesson }: DraftId) => `lesson:${lesson}`;

export function readLessonDraft(id: DraftId): StoredLessonDraft | null {
  const stored = readDraft(id.user, getName(id)) as Partial<StoredLessonDraft> | null;
  return stored?.draft && stored.base ? (stored as StoredLessonDraft) : null;
}

export function saveLessonDraft(id: DraftId, draft: Omit<StoredLessonDraft, 'savedAt'>): void {
  saveDraft(id.user, getName(id), { savedAt: new Date().toISOString(), ...draft });
}

export function clearLessonDraft(id: DraftId): void {
  clearDraft(id.user, getName(id));
}
