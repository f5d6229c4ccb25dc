import type { StudentReport } from '@lop-xanh/contract/history';
import { formatDateTime, formatDay } from '@lop-xanh/contract/rules/dates';
import type { Row } from 'write-excel-file/node';
import { fileNamePart, number, text } from '../../tables/spreadsheet.ts';

const border = { borderStyle: 'thin', borderColor: '#C9D6CC' } as const;
const heading = { ...border, fontWeight: 'bold', backgroundColor: '#E4F3E8' } as const;
const bold = { fontWeight: 'bold' } as const;
const wordOf = { present: 'Có mặt', absent: 'Vắng' } as const;
const nobody = 'Chưa xếp lớp';

/** A student's report as a file for a spreadsheet program. */
export async function toSpreadsheet(
  report: StudentReport,
): Promise<{ name: string; bytes: Buffer }> {
  const { student, moves, weeks, totals, school_year } = report;
  const years = `${school_year}-${school_year + 1}`;
  const fact = (name: string, value: string | null): Row => [text(name, bold), text(value ?? '')];
  const headings = (...words: string[]): Row => words.map((word) => text(word, heading));

  const rows: Row[] = [
    [text(`Báo cáo học sinh ${student.full_name}`, bold)],
    fact('Trường', student.school_name),
    fact('Lớp', student.class_name ?? nobody),
    fact('Giáo viên', student.teacher_full_name),
    fact('Mã định danh', student.identifier_code),
    fact('Phụ huynh', student.parent_name),
    [],
    [text('Các lớp đã học', bold)],
    headings('Thời gian', 'Từ lớp', 'Đến lớp', 'Người thực hiện'),
    ...moves.map((move) => [
      text(formatDateTime(move.changed_at), border),
      text(move.from_class_name ?? nobody, border),
      text(move.to_class_name ?? nobody, border),
      text(move.changed_by, border),
    ]),
    [],
    [text(`Điểm danh năm học ${years}`, bold)],
    headings('Tuần', 'Ngày', 'Lớp', 'Trạng thái', 'Ghi chú'),
    ...weeks.map(({ week, date, class_name, status, note }) => [
      number(week, border),
      text(formatDay(date), border),
      text(class_name, border),
      text(wordOf[status], border),
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
