import { t } from '@lingui/core/macro';
import { useCallback, useState } from 'react';
import { ApiError, describeError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { type LessonDraft, toLessonInput } from './lesson-draft.ts';
import { type FieldError, toFieldErrors, validateLesson } from './lesson-validation.ts';
import { useSaveLesson } from './lessons.api.ts';

type Outcome = 'saved' | 'stale' | { firstError: FieldError | undefined };

/**
 * Validates and saves a draft, as a new lesson or on the given version. Errors belong to a field, or to the whole
 * form (`errorMessage`).
 */
export function useLessonSubmission(
  lesson: { id: number; version: number } | undefined,
  draft: LessonDraft,
) {
  const saveLesson = useSaveLesson(lesson);
  const submission = useSubmissionKey();
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([]);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);

  const failWith = (errors: readonly FieldError[]): Outcome => {
    setFieldErrors(errors);
    return { firstError: errors[0] };
  };
  const save = async (): Promise<Outcome> => {
    setErrorMessage(null);
    const errors = validateLesson(draft);
    if (errors.length > 0) return failWith(errors);
    const body = toLessonInput(draft);
    try {
      await saveLesson.mutateAsync({ body, key: submission.getKeyFor([lesson?.version, body]) });
      return 'saved';
    } catch (error) {
      const serverErrors = error instanceof ApiError ? toFieldErrors(error.issues, draft) : [];
      if (serverErrors.length === 0) {
        setErrorMessage(
          describeError(error, t`Chưa lưu được, hãy thử lại. Những gì đã viết vẫn còn.`),
        );
      }
      const outcome = failWith(serverErrors);
      return error instanceof ApiError && error.status === 409 ? 'stale' : outcome;
    }
  };
  const clearFieldError = useCallback((weekKey: string | null, field: FieldError['field']) => {
    setFieldErrors((errors) => {
      const remaining = errors.filter(
        (error) => error.weekKey !== weekKey || error.field !== field,
      );
      return remaining.length === errors.length ? errors : remaining;
    });
  }, []);
  return {
    save,
    isSaving: saveLesson.isPending,
    fieldErrors,
    clearFieldError,
    errorMessage,
    clearErrorMessage: () => setErrorMessage(null),
  };
}
