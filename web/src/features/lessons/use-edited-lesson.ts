import type { Lesson } from '@lop-xanh/contract/lessons';
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { type DraftAction, type LessonDraft, reduceDraft, toLessonDraft } from './lesson-draft.ts';
import { alignWeeks, listChanges, mergeVersions } from './lesson-versions.ts';
import {
  clearLessonDraft,
  type DraftId,
  type LessonBase,
  readLessonDraft,
  saveLessonDraft,
} from './stored-lesson-draft.ts';

/** A pause in typing after which the draft is stored. */
const storeDelayMs = 800;

interface EditorState {
  base: LessonBase;
  draft: LessonDraft;
}

type EditorAction =
  | DraftAction
  | { type: 'replace'; draft: LessonDraft }
  /** Shows a version of the server, with my changes to it if there are any. */
  | { type: 'load'; base: LessonBase; draft?: LessonDraft };

function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'load':
      return { base: action.base, draft: action.draft ?? action.base.draft };
    case 'replace':
      return { ...state, draft: action.draft };
    default:
      return { ...state, draft: reduceDraft(state.draft, action) };
  }
}

interface Options {
  draftId: DraftId;
  /** The lesson as the server has it; undefined for a new one. */
  latest: Lesson | undefined;
  /** What a new lesson begins with. */
  start: LessonDraft;
}

/**
 * The lesson in the editor. What is typed is stored on the device until it is saved or discarded. A newer version
 * of the server is shown at once, or if something would be lost, as `theirs`.
 */
export function useEditedLesson({ draftId, latest, start }: Options) {
  const [restored, setRestored] = useState(() => readLessonDraft(draftId));
  const [{ base, draft }, dispatch] = useReducer(
    reduceEditor,
    restored,
    (stored): EditorState =>
      stored ?? { base: { version: latest?.version ?? null, draft: start }, draft: start },
  );
  const [isSaved, setIsSaved] = useState(false);
  const [storedDraft, setStoredDraft] = useState(restored?.draft);
  const isUnsaved = draft !== base.draft && !isSaved;

  const newer =
    latest && base.version !== null && latest.version > base.version && !isSaved ? latest : null;
  const theirs = useMemo(
    () => newer && alignWeeks(base.draft, draft, toLessonDraft(newer)),
    [newer, base, draft],
  );
  const hasConflict = theirs !== null && isUnsaved && listChanges(base.draft, theirs).length > 0;
  if (newer && theirs && !hasConflict) {
    const newBase = { version: newer.version, draft: theirs };
    dispatch({ type: 'load', base: newBase, ...(isUnsaved && { draft }) });
  }

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const store = () => {
      saveLessonDraft(draftId, { base, draft });
      setStoredDraft(draft);
    };
    const timer = setTimeout(store, storeDelayMs);
    window.addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', store);
    };
  }, [isUnsaved, base, draft, draftId]);

  const clear = useCallback(() => {
    clearLessonDraft(draftId);
    setRestored(null);
  }, [draftId]);
  return {
    base,
    draft,
    dispatch,
    isUnsaved,
    /** Whether the device has what is on screen. */
    isStored: storedDraft === draft,
    /** When the draft was stored with which the editor opened. */
    restoredAt: restored?.savedAt ?? null,
    /** What somebody else saved meanwhile, while there are changes here. */
    conflict: hasConflict ? { theirs, savedAt: newer?.updatedAt ?? '' } : null,
    markSaved: () => {
      clear();
      setIsSaved(true);
    },
    discard: () => {
      clear();
      dispatch({ type: 'load', base });
    },
    merge: (takesTheirs: (partKey: string) => boolean) => {
      if (!newer || !theirs) return;
      const merged = mergeVersions({ base: base.draft, mine: draft, theirs }, takesTheirs);
      dispatch({ type: 'load', base: { version: newer.version, draft: theirs }, draft: merged });
    },
  };
}

export type EditedLesson = ReturnType<typeof useEditedLesson>;
