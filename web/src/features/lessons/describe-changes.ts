import { t } from '@lingui/core/macro';
import type { WeekDraft } from './lesson-draft.ts';
import type { PartChange } from './lesson-versions.ts';
import { getWeekFieldLabels } from './week-field-labels.ts';

/** Says in one line what changed: 'Tuần 5: Tên bài, Summary'. */
export function describeChange({ part, before, after, fields }: PartChange): string {
  if (part === 'title') return t`Tên bài giảng`;
  if (part === 'gradeId') return t`Khối`;
  const { week: number, title } = (after ?? before) as WeekDraft;
  if (!before) return t`Tuần ${number}: thêm “${title}”`;
  if (!after) return t`Tuần ${number}: xóa “${title}”`;
  const labels = getWeekFieldLabels();
  const names = fields.map((name) => labels[name]).join(', ');
  return t`Tuần ${number}: ${names}`;
}
