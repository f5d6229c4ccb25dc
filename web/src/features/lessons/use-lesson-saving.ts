import type { Lesson } from '@lop-xanh/contract/lessons';
import { useCallback, useState } from 'react';
import { ApiError, errorMessageOr } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { type LessonDraft, lessonInput } from './lesson-draft.ts';
import { type Problem, problemsFrom, problemsOf } from './lesson-problems.ts';
import { useSaveLesson } from './lessons.api.ts';

type Outcome = 'saved' | { firstProblem: Problem | undefined };

/** Saves a draft, and knows what stands in the way: at fields, or for the whole of it. */
export function useLessonSaving(lesson: Lesson | undefined, draft: LessonDraft) {
  const saving = useSaveLesson(lesson);
  const submission = useSubmissionKey();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isStale, setIsStale] = useState(false);

  const tell = (found: readonly Problem[]): Outcome => {
    setProblems(found);
    return { firstProblem: found[0] };
  };
  const save = async (): Promise<Outcome> => {
    setRefusal(null);
    const found = problemsOf(draft);
    if (found.length > 0) return tell(found);
    const body = lessonInput(draft);
    try {
      await saving.mutateAsync({ body, key: submission.keyFor([lesson?.version, body]) });
      return 'saved';
    } catch (error) {
      const refused = error instanceof ApiError ? problemsFrom(error.issues, draft) : [];
      if (refused.length === 0) {
        setRefusal(errorMessageOr('Chưa lưu được, hãy thử lại. Những gì đã viết vẫn còn.', error));
      }
      setIsStale(error instanceof ApiError && error.status === 409);
      return tell(refused);
    }
  };
  /** A field that is written anew has no problem until it is looked at again. */
  const settle = useCallback((weekKey: string | null, field: Problem['field']) => {
    setProblems((known) => {
      const left = known.filter((one) => one.weekKey !== weekKey || one.field !== field);
      return left.length === known.length ? known : left;
    });
  }, []);
  return { save, isSaving: saving.isPending, problems, settle, refusal, isStale };
}
