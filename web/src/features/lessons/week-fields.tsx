import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Textarea, TextInput } from '@mantine/core';
import { type Dispatch, memo, useCallback } from 'react';
import type { Change, WeekDraft } from './lesson-draft.ts';
import { fieldId, type Problem, type WeekField } from './lesson-problems.ts';
import { ThumbnailField } from './thumbnail-field.tsx';
import type { ThumbnailUploads } from './use-thumbnail-uploads.ts';
import classes from './week-fields.module.css';

interface Props {
  week: WeekDraft;
  change: Dispatch<Change>;
  problems: readonly Problem[];
  onSettle: (weekKey: string, field: Problem['field']) => void;
  uploads: ThumbnailUploads;
}

export function WeekFields({ week, change, problems, onSettle, uploads }: Props) {
  const { key } = week;
  const problemAt = (field: WeekField) => problems.find((one) => one.field === field)?.message;
  const write = useCallback(
    (field: TextField, text: string) => {
      change({ do: 'write week', key, week: { [field]: text } });
      onSettle(key, field);
    },
    [change, key, onSettle],
  );
  const field = (name: TextField) => ({
    weekKey: key,
    name,
    text: week[name],
    problem: problemAt(name),
    onWrite: write,
  });
  return (
    <div className={classes.fields}>
      <Field {...field('week')} />
      <Field {...field('title')} />
      <Field {...field('summary')} />
      <Field {...field('canva_link')} />
      <Field {...field('outline')} />
      <Field {...field('items')} />
      <ThumbnailField
        week={week}
        problem={problemAt('thumbnail')}
        uploads={uploads}
        onRemove={() => change({ do: 'write week', key, week: { thumbnail: null } })}
      />
      <label className={classes.shown}>
        <input
          type="checkbox"
          checked={week.isActive}
          onChange={(event) =>
            change({ do: 'write week', key, week: { isActive: event.currentTarget.checked } })
          }
        />
        Hiện tuần này cho giáo viên và học sinh
      </label>
    </div>
  );
}

type TextField = Exclude<WeekField, 'thumbnail'>;

interface FieldProps {
  weekKey: string;
  name: TextField;
  text: string;
  problem: string | undefined;
  onWrite: (field: TextField, text: string) => void;
}

/** Drawn again only when its own text changes, so that writing in one is quick beside long others. */
const Field = memo(function Field({ weekKey, name, text, problem, onWrite }: FieldProps) {
  const { rows, className, ...looks } = looksOf[name];
  const props = {
    id: fieldId(weekKey, name),
    value: text,
    error: problem,
    className: className ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      onWrite(name, event.currentTarget.value),
    ...looks,
  };
  return rows ? <Textarea rows={rows} {...props} /> : <TextInput {...props} />;
});

interface Looks {
  label: string;
  className: string | undefined;
  description?: string;
  /** More than one line, and this many at first. */
  rows?: number;
  maxLength?: number;
  type?: 'url';
  inputMode?: 'numeric';
}

const looksOf: Record<TextField, Looks> = {
  week: { label: 'Tuần', inputMode: 'numeric', maxLength: 10, className: classes.weekNumber },
  title: { label: 'Tên bài', maxLength: limits.weekTitleMax, className: classes.wide },
  summary: {
    label: messages.lessons.summary,
    rows: 4,
    maxLength: limits.summaryMax,
    className: classes.whole,
  },
  canva_link: {
    label: 'Liên kết trình chiếu',
    description: 'Canva, Google Slides hoặc YouTube',
    type: 'url',
    maxLength: limits.slideLinkMax,
    className: classes.whole,
  },
  outline: {
    label: messages.lessons.outline,
    description: 'Mỗi dòng một ý',
    rows: 6,
    className: classes.half,
  },
  items: {
    label: messages.lessons.supplies,
    description: 'Mỗi dòng một món',
    rows: 6,
    className: classes.half,
  },
};
