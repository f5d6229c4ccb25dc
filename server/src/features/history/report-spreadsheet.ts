import type { StudentReport } from '@lop-xanh/contract/history';
import { formatDateTime, formatDay } from '@lop-xanh/contract/rules/dates';
import type { Row } from 'write-excel-file/node';
import { fileNamePart, number, text } from '../../tables/spreadsheet.ts';

const border = { borderStyle: 'thin', borderColor: '#C9D6CC' } as const;
const heading = { ...border, fontWeight: 'bold', backgroundColor: '#E4F3E8' } as const;
const bold = { fontWeight: 'bold' } as const;
const statusLabels = { present: 'Có mặt', absent: 'Vắng' } as const;
const noClassLabel = 'Chưa xếp lớp';

export async function toReportFile(
  report: StudentReport,
): Promise<{ name: string; bytes: Buffer }> {
  const { student, moves: transfers, weeks, totals, school_year } = report;
  const years = `${school_year}-${school_year + 1}`;
  const labelled = (label: string, value: string | null): Row => [
    text(label, bold),
    text(value ?? ''),
  ];
  const headings = (...labels: string[]): Row => labels.map((label) => text(label, heading));

  const rows: Row[] = [
    [text(`Báo cáo học sinh ${student.full_name}`, bold)],
    labelled('Trường', student.school_name),
    labelled('Lớp', student.class_name ?? noClassLabel),
    labelled('Giáo viên', student.teacher_full_name),
    labelled('Mã định danh', student.identifier_code),
    labelled('Phụ huynh', student.parent_name),
    [],
    [text('Các lớp đã học', bold)],
    headings('Thời gian', 'Từ lớp', 'Đến lớp', 'Người thực hiện'),
    ...transfers.map((transfer) => [
      text(formatDateTime(transfer.changed_at), border),
      text(transfer.from_class_name ?? noClassLabel, border),
      text(transfer.to_class_name ?? noClassLabel, border),
      text(transfer.changed_by, border),
    ]),
    [],
    [text(`Điểm danh năm học ${years}`, bold)],
    headings('Tuần', 'Ngày', 'Lớp', 'Trạng thái', 'Ghi chú'),
    ...weeks.map(({ week, date, class_name, status, note }) => [
      number(week, border),
      text(formatDay(date), border),
      text(class_name, border),
      text(statusLabels[status], border),
      text(note, border),
    ]),
    [],
    [text('Có mặt', bold), number(totals.present)],
    [text('Vắng', bold), number(totals.absent)],
    [text('Tổng số tuần', bold), number(totals.total)],
  ];
  const sheet = {
    sheet: 'Báo cáo',
    columns: [{ width: 18 }, { width: 24 }, { width: 18 }, { width: 18 }, { width: 36 }],
  };
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const bytes = await writeExcelFile(rows, sheet).toBuffer();
  return { name: `bao-cao-${fileNamePart(student.full_name)}-${years}.xlsx`, bytes };
}
