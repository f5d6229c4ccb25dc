import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { limits } from '@lop-xanh/contract/rules/limits';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { translateGrade } from '../../language/grade-name.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import type { FormControls } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { toast } from '../../ui/toast.ts';
import { gradesQuery } from '../classes/public.ts';
import { reduceDraft, toLessonDraft } from './lesson-draft.ts';
import classes from './lesson-editor.module.css';
import { type FieldError, getFieldId } from './lesson-validation.ts';
import { useLessonSubmission } from './use-lesson-submission.ts';
import { useThumbnailUploads } from './use-thumbnail-uploads.ts';
import { WeeksEditor } from './weeks-editor.tsx';

interface Props extends FormControls {
  lesson?: Lesson;
  onSaved: () => void;
  /** Discards the changes and reopens the server's current version. */
  onReload?: () => void;
}

export function LessonForm({ lesson, onUnsaved, close, onSaved, onReload }: Props) {
  const { data: grades = [] } = useQuery(gradesQuery);
  const [initialDraft] = useState(() => toLessonDraft(lesson));
  const [draft, dispatch] = useReducer(reduceDraft, initialDraft);
  const [openKey, setOpenKey] = useState<string>();
  const uploads = useThumbnailUploads(dispatch);
  const { save, isSaving, fieldErrors, clearFieldError, errorMessage, isStale } =
    useLessonSubmission(lesson, draft);
  const focusElement = useFocusElement();

  const isUnsaved = draft !== initialDraft;
  useLayoutEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);

  const showField = ({ weekKey, field }: Pick<FieldError, 'weekKey' | 'field'>) => {
    if (weekKey !== null) setOpenKey(weekKey);
    focusElement(getFieldId(weekKey, field));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || uploads.isSending) return;
    const outcome = await save();
    if (outcome === 'saved') {
      toast({ kind: 'success', message: t`Đã lưu bài giảng` });
      onSaved();
    } else if (outcome.firstError) showField(outcome.firstError);
  };
  const findError = (field: 'title' | 'gradeId') =>
    fieldErrors.find((error) => error.weekKey === null && error.field === field)?.message;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
      <div className={classes.lesson}>
        <TextInput
          id={getFieldId(null, 'title')}
          label={t`Tên bài giảng`}
          maxLength={limits.maxLessonTitleLength}
          value={draft.title}
          error={findError('title')}
          onChange={(event) => {
            dispatch({ type: 'editLesson', fields: { title: event.currentTarget.value } });
            clearFieldError(null, 'title');
          }}
          data-autofocus
        />
        <NativeSelect
          id={getFieldId(null, 'gradeId')}
          label={t`Khối`}
          value={draft.gradeId}
          error={findError('gradeId')}
          data={[
            { value: '', label: t`Chọn khối` },
            ...grades.map(({ id, name }) => ({ value: String(id), label: translateGrade(name) })),
          ]}
          onChange={(event) => {
            dispatch({ type: 'editLesson', fields: { gradeId: event.currentTarget.value } });
            clearFieldError(null, 'gradeId');
          }}
        />
      </div>
      <WeeksEditor
        weeks={draft.weeks}
        dispatch={dispatch}
        fieldErrors={fieldErrors}
        onFieldEdit={clearFieldError}
        openKey={openKey}
        onOpen={setOpenKey}
        onAdded={(key) => showField({ weekKey: key, field: 'title' })}
        uploads={uploads}
      />
      <FormFooter
        error={errorMessage ?? summarizeErrors(fieldErrors)}
        close={close}
        isSaving={isSaving}
        waitingFor={uploads.isSending ? t`Đang gửi ảnh…` : undefined}
        onReload={isStale ? onReload : undefined}
        isSticky
      />
    </form>
  );
}

function summarizeErrors(errors: readonly FieldError[]): string | null {
  const count = errors.length;
  return count === 0 ? null : t`Còn ${count} chỗ cần sửa`;
}

/** Focuses an element that may appear only after the next render. */
function useFocusElement() {
  const [target, setTarget] = useState<{ id: string }>();
  useEffect(() => {
    if (target) document.getElementById(target.id)?.focus();
  }, [target]);
  return (id: string) => setTarget({ id });
}
