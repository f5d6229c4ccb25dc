import { messages } from '@lop-xanh/contract/messages';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, Dispatch } from 'react';
import type { Change, WeekDraft } from './lesson-draft.ts';
import classes from './lesson-editor.module.css';
import { fieldId, type Problem, type WeekField } from './lesson-problems.ts';
import { ThumbnailField } from './thumbnail-field.tsx';
import type { ThumbnailUploads } from './use-thumbnail-uploads.ts';

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
  const write = (changes: Partial<Omit<WeekDraft, 'key'>>) =>
    change({ do: 'write week', key, week: changes });

  const fieldProps = (field: Exclude<WeekField, 'thumbnail'>) => ({
    id: fieldId(key, field),
    value: week[field],
    error: problemAt(field),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      write({ [field]: event.currentTarget.value });
      onSettle(key, field);
    },
  });
  return (
    <div className={classes.fields}>
      <TextInput
        label="Tuần"
        inputMode="numeric"
        maxLength={10}
        className={classes.weekNumber ?? ''}
        {...fieldProps('week')}
      />
      <TextInput
        label="Tên bài"
        maxLength={limits.weekTitleMax}
        className={classes.wide ?? ''}
        {...fieldProps('title')}
      />
      <Textarea
        label={messages.lessons.summary}
        rows={4}
        maxLength={limits.summaryMax}
        className={classes.whole ?? ''}
        {...fieldProps('summary')}
      />
      <TextInput
        label="Liên kết trình chiếu"
        description="Canva, Google Slides hoặc YouTube"
        type="url"
        maxLength={limits.slideLinkMax}
        className={classes.whole ?? ''}
        {...fieldProps('canva_link')}
      />
      <Textarea
        label={messages.lessons.outline}
        description="Mỗi dòng một ý"
        rows={6}
        className={classes.half ?? ''}
        {...fieldProps('outline')}
      />
      <Textarea
        label={messages.lessons.supplies}
        description="Mỗi dòng một món"
        rows={6}
        className={classes.half ?? ''}
        {...fieldProps('items')}
      />
      <ThumbnailField
        week={week}
        problem={problemAt('thumbnail')}
        uploads={uploads}
        onRemove={() => write({ thumbnail: null })}
      />
      <label className={classes.shown}>
        <input
          type="checkbox"
          checked={week.isActive}
          onChange={(event) => write({ isActive: event.currentTarget.checked })}
        />
        Hiện tuần này cho giáo viên và học sinh
      </label>
    </div>
  );
}
