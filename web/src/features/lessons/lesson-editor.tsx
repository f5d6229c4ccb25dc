import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { parseWeekNumber } from '@lop-xanh/contract/rules/weeks';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { paths } from '../../lib/paths.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { useGoBack } from '../../lib/use-go-back.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { FullScreen } from '../../ui/full-screen.tsx';
import { toast } from '../../ui/toast.ts';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { useEscape } from '../../ui/use-escape.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { DraftNotice } from './draft-notice.tsx';
import type { LessonDraft } from './lesson-draft.ts';
import classes from './lesson-editor.module.css';
import { LessonFields } from './lesson-fields.tsx';
import { LessonFiles } from './lesson-files.tsx';
import { type FieldError, getFieldId } from './lesson-validation.ts';
import { lessonQuery } from './lessons.api.ts';
import { SlidePreview } from './slide-preview.tsx';
import type { DraftId } from './stored-lesson-draft.ts';
import { useEditedLesson } from './use-edited-lesson.ts';
import { useLessonSubmission } from './use-lesson-submission.ts';
import { useThumbnailUploads } from './use-thumbnail-uploads.ts';
import { addWeekId, WeekList } from './week-list.tsx';
import { WeekPanel } from './week-panel.tsx';

interface Props {
  draftId: DraftId;
  /** The lesson as the server has it now; undefined for a new one. */
  latest?: Lesson;
  start: LessonDraft;
}

/** The specified dialog, which fills the screen and has an address: the weeks, the chosen one, and its slide. */
export function LessonEditor({ draftId, latest, start }: Props) {
  const edited = useEditedLesson({ draftId, latest, start });
  const { base, draft, dispatch, isUnsaved } = edited;
  const existing =
    latest && base.version !== null ? { id: latest.id, version: base.version } : undefined;
  const submission = useLessonSubmission(existing, draft);
  const { fieldErrors, clearFieldError, isSaving } = submission;
  const uploads = useThumbnailUploads(dispatch);
  const [openKey, chooseWeek] = useChosenWeek(draft);
  const openWeek = draft.weeks.find(({ key }) => key === openKey);
  const focusElement = useFocusElement();
  const client = useQueryClient();

  const close = useGoBack(paths.lessonsManagement);
  useConfirmDiscard(isUnsaved, undefined, { onDiscard: edited.discard });
  useEscape(close);

  const showField = ({ weekKey, field }: Pick<FieldError, 'weekKey' | 'field'>) => {
    if (weekKey !== null) chooseWeek(weekKey);
    focusElement(getFieldId(weekKey, field));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || uploads.isSending) return;
    const outcome = await submission.save();
    if (outcome === 'saved') {
      toast({ kind: 'success', message: t`Đã lưu bài giảng` });
      // Only after the next render does leaving lose nothing.
      flushSync(edited.markSaved);
      close();
    } else if (outcome === 'stale') {
      if (latest) await client.refetchQueries(lessonQuery(String(latest.id)));
    } else if (outcome.firstError) showField(outcome.firstError);
  };
  const title = latest ? t`Sửa bài giảng` : t`Bài giảng mới`;

  return (
    <div role="dialog" aria-label={title}>
      <FullScreen
        title={title}
        parent={paths.lessonsManagement}
        actions={
          <>
            {isUnsaved && (
              <span className={classes.stored}>
                {edited.isStored ? t`Đã lưu trên máy` : t`Chưa lưu`}
              </span>
            )}
            <LessonFiles
              lesson={latest}
              draft={draft}
              onImport={(imported) => dispatch({ type: 'replace', draft: imported })}
            />
          </>
        }
      >
        <form noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
          <div>
            {edited.conflict ? (
              <ConflictNotice
                edited={edited}
                conflict={edited.conflict}
                onSettled={submission.clearErrorMessage}
              />
            ) : (
              <DraftNotice edited={edited} />
            )}
            <LessonFields
              title={draft.title}
              gradeId={draft.gradeId}
              dispatch={dispatch}
              fieldErrors={fieldErrors}
              onFieldEdit={clearFieldError}
            />
          </div>
          <div className={classes.columns}>
            <WeekList
              weeks={draft.weeks}
              dispatch={dispatch}
              fieldErrors={fieldErrors}
              openWeek={openWeek}
              onOpen={chooseWeek}
              onAdded={(key) => showField({ weekKey: key, field: 'title' })}
            />
            <WeekPanel
              week={openWeek}
              dispatch={dispatch}
              fieldErrors={fieldErrors}
              onFieldEdit={clearFieldError}
              onRemoved={() => focusElement(addWeekId)}
              uploads={uploads}
            />
            {openWeek && (
              <SlidePreview
                week={openWeek}
                savedLink={base.draft.weeks.find(({ key }) => key === openKey)?.canva_link}
              />
            )}
          </div>
          <FormFooter
            error={submission.errorMessage ?? summarizeErrors(fieldErrors)}
            close={close}
            isSaving={isSaving}
            waitingFor={uploads.isSending ? t`Đang gửi ảnh…` : undefined}
            isSticky
          />
        </form>
      </FullScreen>
    </div>
  );
}

function summarizeErrors(errors: readonly FieldError[]): string | null {
  const count = errors.length;
  return count === 0 ? null : t`Còn ${count} chỗ cần sửa`;
}

/** The key of the chosen week, whose number is in the URL. A wide screen begins with the first week. */
function useChosenWeek({ weeks }: LessonDraft) {
  const { params, choose } = useUrlParams();
  const isMobile = useIsMobile();
  const [{ key: openKey, isChosen }, setOpen] = useState(() => {
    const number = parseWeekNumber(params.get('week') ?? '');
    const named = weeks.find(({ week }) => parseWeekNumber(week) === number);
    return { key: (number === undefined && !isMobile ? weeks[0] : named)?.key, isChosen: false };
  });
  const openNumber = parseWeekNumber(weeks.find(({ key }) => key === openKey)?.week ?? '');
  useEffect(() => {
    if (isChosen) choose({ week: openNumber ?? null });
  }, [isChosen, openNumber, choose]);
  const chooseWeek = useCallback((key: string) => setOpen({ key, isChosen: true }), []);
  return [openKey, chooseWeek] as const;
}

/** Focuses an element that may appear only after the next render. */
function useFocusElement() {
  const [target, setTarget] = useState<{ id: string }>();
  useEffect(() => {
    if (target) document.getElementById(target.id)?.focus();
  }, [target]);
  return (id: string) => setTarget({ id });
}
