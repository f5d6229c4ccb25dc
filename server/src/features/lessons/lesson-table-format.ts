import type { I18n } from '@lingui/core';
import type { WeekStatus } from '@lop-xanh/contract/lessons';
import { createWordingFinder } from '../../language/wordings.ts';
import type { TableFormat } from '../../tables/parse-table.ts';
import type { Table } from '../../tables/write-table.ts';
import type { StoredEntry } from './lessons.queries.ts';

export type ColumnName =
  | 'week'
  | 'title'
  | 'summary'
  | 'canva_link'
  | 'status'
  | 'outline'
  | 'items';

export const headings: Record<ColumnName, string> = {
  week: 'Tuần',
  title: 'Tên bài',
  summary: 'Tóm tắt',
  canva_link: 'Liên kết trình chiếu',
  status: 'Trạng thái',
  outline: 'Dàn ý',
  items: 'Đồ dùng cần chuẩn bị',
};

const columns = Object.keys(headings) as ColumnName[];
const columnWidths = [8, 30, 60, 40, 14, 40, 30];
const statuses: Record<WeekStatus, string> = { active: 'Đang hiện', inactive: 'Đã ẩn' };

export const format: TableFormat<ColumnName> = {
  headings,
  findColumn: createWordingFinder(headings),
  exampleColumns: ['week', 'title', 'summary'],
  proseColumns: ['title', 'summary', 'canva_link', 'outline', 'items'],
  // A cell of a spreadsheet has no room for more.
  maxCellLength: 32_767,
};

/** The status that a text means in any language. */
export const findStatus = createWordingFinder(statuses);

/** One row per entry; an outline and supplies have one line per point. */
export function toLessonTable(entries: readonly StoredEntry[], i18n: I18n): Table {
  return {
    title: i18n._('Các tuần'),
    headings: columns.map((column) => i18n._(headings[column])),
    columnWidths,
    rows: entries.map(({ week, title, summary, slide, status, outline, supplies }) => [
      String(week),
      title,
      summary,
      slide ?? '',
      i18n._(statuses[status]),
      outline.join('\n'),
      supplies.join('\n'),
    ]),
  };
}
