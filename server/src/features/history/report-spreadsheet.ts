import type { I18n } from '@lingui/core';
import type { StudentReport } from '@lop-xanh/contract/history';
import { formatDateTime, formatDay } from '@lop-xanh/contract/rules/dates';
import { listChanges } from '@lop-xanh/contract/rules/record-changes';
import type { Row } from 'write-excel-file/node';
import {
  describeStatus,
  listChangeTitles,
  toChangeCells,
} from '../../tables/attendance-changes.ts';
import { border, fileNamePart, heading, number, text } from '../../tables/spreadsheet.ts';

const bold = { fontWeight: 'bold' } as const;

export async function toReportFile(
  report: StudentReport,
  i18n: I18n,
): Promise<{ name: string; bytes: Buffer }> {
  const { student, moves: transfers, weeks, totals, school_year } = report;
  const years = `${school_year}-${school_year + 1}`;
  const unknownCount = weeks.filter(
    ({ status, isExcused }) => status === 'absent' && isExcused === null,
  ).length;
  const noClassLabel = i18n._('Chưa xếp lớp');
  const leftLabel = i18n._('Đã rời trường');
  const labelled = (label: string, value: string | null): Row => [
    text(label, bold),
    text(value ?? ''),
  ];
  const headings = (...labels: string[]): Row => labels.map((label) => text(label, heading));

  const rows: Row[] = [
    [text(i18n._('Báo cáo học sinh {name}', { name: student.full_name }), bold)],
    labelled(i18n._('Trường'), student.school_name),
    labelled(i18n._('Lớp'), student.class_name ?? noClassLabel),
    labelled(i18n._('Giáo viên'), student.teacher_full_name),
    labelled(i18n._('Mã định danh'), student.identifier_code),
    labelled(i18n._('Phụ huynh'), student.parent_name),
    [],
    [text(i18n._('Các lớp đã học'), bold)],
    headings(i18n._('Thời gian'), i18n._('Từ lớp'), i18n._('Đến lớp'), i18n._('Người thực hiện')),
    ...transfers.map((transfer) => [
      text(formatDateTime(transfer.changed_at), border),
      text(transfer.from_class_name ?? noClassLabel, border),
      text(
        transfer.to_class_name ?? (transfer.departure_reason ? leftLabel : noClassLabel),
        border,
      ),
      text(transfer.changed_by, border),
    ]),
    [],
    [text(i18n._('Điểm danh năm học {years}', { years }), bold)],
    headings(
      i18n._('Tuần'),
      i18n._('Ngày'),
      i18n._('Lớp'),
      i18n._('Trạng thái'),
      i18n._('Ghi chú'),
    ),
    ...weeks.map(({ week, date, class_name, note, ...mark }) => [
      number(week, border),
      text(formatDay(date), border),
      text(class_name, border),
      text(describeStatus(mark, i18n), border),
      text(note, border),
    ]),
    ...listCorrections(weeks, i18n),
    [],
    [text(i18n._('Có mặt'), bold), number(totals.present)],
    [text(i18n._('Vắng có phép'), bold), number(totals.excused)],
    [text(i18n._('Vắng không phép'), bold), number(totals.absent - totals.excused - unknownCount)],
    ...(unknownCount > 0 ? [[text(i18n._('Vắng'), bold), number(unknownCount)]] : []),
    [text(i18n._('Tổng số tuần'), bold), number(totals.total)],
  ];
  const sheet = {
    sheet: i18n._('Báo cáo'),
    columns: [
      { width: 18 },
      { width: 24 },
      { width: 18 },
      { width: 18 },
      { width: 36 },
      { width: 18 },
    ],
  };
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const bytes = await writeExcelFile(rows, sheet).toBuffer();
  const name = i18n._('bao-cao-{name}-{years}', { name: fileNamePart(student.full_name), years });
  return { name: `${name}.xlsx`, bytes };
}

function listCorrections(weeks: StudentReport['weeks'], i18n: I18n): Row[] {
  const rows = weeks.flatMap((record) =>
    listChanges(record).map((change) => [
      number(record.week, border),
      ...toChangeCells(change, i18n).map((value) => text(value, border)),
    ]),
  );
  if (rows.length === 0) return [];
  const titles = [i18n._('Tuần'), ...listChangeTitles(i18n)];
  const head = titles.map((title) => text(title, heading));
  return [[], [text(i18n._('Các lần sửa điểm danh'), bold)], head, ...rows];
}
