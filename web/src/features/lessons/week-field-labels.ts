import { t } from '@lingui/core/macro';
import { messages } from '../../language/messages.ts';
import type { WeekFieldName } from './lesson-versions.ts';

export const getWeekFieldLabels = (): Record<WeekFieldName, string> => ({
  week: t`Tuần`,
  title: t`Tên bài`,
  summary: messages.lessons.summary,
  canva_link: t`Liên kết trình chiếu`,
  outline: messages.lessons.outline,
  items: messages.lessons.supplies,
  thumbnail: t`Ảnh đại diện`,
  isActive: t`Trạng thái`,
});
