import type { Lesson } from '@lop-xanh/contract/lessons';
import { limits } from '@lop-xanh/contract/rules/limits';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { gradesQuery } from '../../lib/grade.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import type { FormWays } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { toast } from '../../ui/toast.ts';
import { changed, draftOf } from './lesson-draft.ts';
import classes from './lesson-editor.module.css';
import { fieldId, type Problem } from './lesson-problems.ts';
import { useLessonSaving } from './use-lesson-saving.ts';
import { useThumbnailUploads } from './use-thumbnail-uploads.ts';
import { WeeksEditor } from './weeks-editor.tsx';

interface Props extends FormWays {
  lesson?: Lesson;
  onSaved: () => void;
  /** Begins again with what the server has now. */
  onStartAnew?: () => void;
}

export function LessonForm({ lesson, onUnsaved, close, onSaved, onStartAnew }: Props) {
  const { data: grades = [] } = useQuery(gradesQuery);
  const [start] = useState(() => draftOf(lesson));
  const [draft, change] = useReducer(changed, start);
  const [openKey, setOpenKey] = useState<string>();
  const uploads = useThumbnailUploads(change);
  const { save, isSaving, problems, settle, refusal, isStale } = useLessonSaving(lesson, draft);
  const focus = useFocus();

  const isUnsaved = draft !== start;
  useLayoutEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);

  const show = ({ weekKey, field }: Pick<Problem, 'weekKey' | 'field'>) => {
    if (weekKey !== null) setOpenKey(weekKey);
    focus(fieldId(weekKey, field));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || uploads.isSending) return;
    const outcome = await save();
    if (outcome === 'saved') {
      toast({ kind: 'success', message: 'Đã lưu bài giảng' });
      onSaved();
    } else if (outcome.firstProblem) show(outcome.firstProblem);
  };
  const problemAt = (field: 'title' | 'gradeId') =>
    problems.find((one) => one.weekKey === null && one.field === field)?.message;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
      <div className={classes.lesson}>
        <TextInput
          id={fieldId(null, 'title')}
          label="Tên bài giảng"
          maxLength={limits.lessonTitleMax}
          value={draft.title}
          error={problemAt('title')}
          onChange={(event) => {
            change({ do: 'write', lesson: { title: event.currentTarget.value } });
            settle(null, 'title');
          }}
          data-autofocus
        />
        <NativeSelect
          id={fieldId(null, 'gradeId')}
          label="Khối"
          value={draft.gradeId}
          error={problemAt('gradeId')}
          data={[
            { value: '', label: 'Chọn khối' },
            ...grades.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => {
            change({ do: 'write', lesson: { gradeId: event.currentTarget.value } });
            settle(null, 'gradeId');
          }}
        />
      </div>
      <WeeksEditor
        weeks={draft.weeks}
        change={change}
        problems={problems}
        onSettle={settle}
        openKey={openKey}
        onOpen={setOpenKey}
        onAdded={(key) => show({ weekKey: key, field: 'title' })}
        uploads={uploads}
      />
      <FormFooter
        refusal={refusal ?? summaryOf(problems)}
        close={close}
        isSaving={isSaving}
        waitingFor={uploads.isSending ? 'Đang gửi ảnh…' : undefined}
        onStartAnew={isStale ? onStartAnew : undefined}
        isSticky
      />
    </form>
  );
}

function summaryOf(problems: readonly Problem[]): string | null {
  return problems.length === 0 ? null : `Còn ${problems.length} chỗ cần sửa`;
}

/** Moves the focus to an element that may only be there after the next render. */
function useFocus() {
  const [wanted, setWanted] = useState<{ id: string }>();
  useEffect(() => {
    if (wanted) document.getElementById(wanted.id)?.focus();
  }, [wanted]);
  return (id: string) => setWanted({ id });
}
