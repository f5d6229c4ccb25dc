import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, memo } from 'react';
import { translateGrade } from '../../language/grade-name.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { gradesQuery } from '../classes/public.ts';
import type { DraftAction } from './lesson-draft.ts';
import classes from './lesson-editor.module.css';
import { type FieldError, getFieldId } from './lesson-validation.ts';

interface Props {
  title: string;
  gradeId: string;
  dispatch: Dispatch<DraftAction>;
  fieldErrors: readonly FieldError[];
  onFieldEdit: (weekKey: null, field: 'title' | 'gradeId') => void;
}

/** The fields of the whole lesson. */
export const LessonFields = memo(function LessonFields(props: Props) {
  const { title, gradeId, dispatch, fieldErrors, onFieldEdit } = props;
  const { data: grades = [] } = useQuery(gradesQuery);
  const findError = (field: 'title' | 'gradeId') =>
    fieldErrors.find((error) => error.weekKey === null && error.field === field)?.message;
  return (
    <div className={classes.lesson}>
      <TextInput
        id={getFieldId(null, 'title')}
        label={t`Tên bài giảng`}
        maxLength={limits.maxLessonTitleLength}
        value={title}
        error={findError('title')}
        onChange={(event) => {
          dispatch({ type: 'editLesson', fields: { title: event.currentTarget.value } });
          onFieldEdit(null, 'title');
        }}
      />
      <NativeSelect
        id={getFieldId(null, 'gradeId')}
        label={t`Khối`}
        value={gradeId}
        error={findError('gradeId')}
        data={[
          { value: '', label: t`Chọn khối` },
          ...grades.map(({ id, name }) => ({ value: String(id), label: translateGrade(name) })),
        ]}
        onChange={(event) => {
          dispatch({ type: 'editLesson', fields: { gradeId: event.currentTarget.value } });
          onFieldEdit(null, 'gradeId');
        }}
      />
    </div>
  );
});
