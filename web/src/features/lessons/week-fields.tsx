import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Textarea, TextInput } from '@mantine/core';
import { type Dispatch, memo, useCallback } from 'react';
import type { DraftAction, WeekDraft } from './lesson-draft.ts';
import { type FieldError, getFieldId, type WeekField } from './lesson-validation.ts';
import { ThumbnailField } from './thumbnail-field.tsx';
import type { ThumbnailUploads } from './use-thumbnail-uploads.ts';
import { getWeekFieldLabels } from './week-field-labels.ts';
import classes from './week-fields.module.css';

interface Props {
  week: WeekDraft;
  dispatch: Dispatch<DraftAction>;
  fieldErrors: readonly FieldError[];
  onFieldEdit: (weekKey: string, field: FieldError['field']) => void;
  uploads: ThumbnailUploads;
}

export function WeekFields({ week, dispatch, fieldErrors, onFieldEdit, uploads }: Props) {
  const { key } = week;
  const findError = (field: WeekField) =>
    fieldErrors.find((error) => error.field === field)?.message;
  const editField = useCallback(
    (field: TextField, text: string) => {
      dispatch({ type: 'editWeek', key, fields: { [field]: text } });
      onFieldEdit(key, field);
    },
    [dispatch, key, onFieldEdit],
  );
  const getProps = (field: TextField) => ({
    weekKey: key,
    field,
    text: week[field],
    error: findError(field),
    onEdit: editField,
  });
  return (
    <div className={classes.fields}>
      <Field {...getProps('week')} />
      <Field {...getProps('title')} />
      <Field {...getProps('summary')} />
      <Field {...getProps('canva_link')} />
      <Field {...getProps('outline')} />
      <Field {...getProps('items')} />
      <ThumbnailField
        week={week}
        error={findError('thumbnail')}
        uploads={uploads}
        onRemove={() => dispatch({ type: 'editWeek', key, fields: { thumbnail: null } })}
      />
      <label className={classes.visibility}>
        <input
          type="checkbox"
          checked={week.isActive}
          onChange={(event) =>
            dispatch({ type: 'editWeek', key, fields: { isActive: event.currentTarget.checked } })
          }
        />
        {t`Hiện tuần này cho giáo viên và học sinh`}
      </label>
    </div>
  );
}

type TextField = Exclude<WeekField, 'thumbnail'>;

interface FieldProps {
  weekKey: string;
  field: TextField;
  text: string;
  error: string | undefined;
  onEdit: (field: TextField, text: string) => void;
}

/** Memoized, so that typing in one field does not re-render the long others. */
const Field = memo(function Field({ weekKey, field, text, error, onEdit }: FieldProps) {
  const { rows, className, ...settings } = getFieldSettings()[field];
  const props = {
    id: getFieldId(weekKey, field),
    label: getWeekFieldLabels()[field],
    value: text,
    error,
    className: className ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      onEdit(field, event.currentTarget.value),
    ...settings,
  };
  return rows ? <Textarea rows={rows} {...props} /> : <TextInput {...props} />;
});

interface FieldSettings {
  className: string | undefined;
  description?: string;
  /** The height of a multi-line field. */
  rows?: number;
  maxLength?: number;
  type?: 'url';
  inputMode?: 'numeric';
}

const getFieldSettings = (): Record<TextField, FieldSettings> => ({
  week: { inputMode: 'numeric', maxLength: 10, className: classes.weekNumber },
  title: { maxLength: limits.maxWeekTitleLength, className: classes.title },
  summary: {
    rows: 4,
    maxLength: limits.maxSummaryLength,
    className: classes.fullWidth,
  },
  canva_link: {
    description: t`Canva, Google Slides hoặc YouTube`,
    type: 'url',
    maxLength: limits.maxSlideLinkLength,
    className: classes.fullWidth,
  },
  outline: {
    description: t`Mỗi dòng một ý`,
    rows: 6,
    className: classes.half,
  },
  items: {
    description: t`Mỗi dòng một món`,
    rows: 6,
    className: classes.half,
  },
});
