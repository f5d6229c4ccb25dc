import type { I18n } from '@lingui/core';
import type {
  ClassReport,
  Report,
  ReportCounts,
  ReportPeriod,
  StudentPart,
} from '@lop-xanh/contract/reports';
import type { Cell } from 'write-excel-file/node';
import {
  border,
  centred,
  fileNamePart,
  heading,
  number,
  rateCell,
  text,
} from '../../tables/spreadsheet.ts';

interface SpreadsheetFile {
  name: string;
  bytes: Buffer;
}

/** Writes a report as an XLSX file: a page by class or school, and one by week or month. */
export function toReportSpreadsheet(
  report: Report,
  period: ReportPeriod & { grade_id?: number | undefined },
  i18n: I18n,
): Promise<SpreadsheetFile> {
  const { school, parts, totals } = report;
  const grade = period.grade_id;
  const scope = [
    school?.school_name ?? i18n._('Tất cả các trường'),
    ...(grade ? [i18n._('Khối {grade}', { grade })] : []),
  ].join(', ');
  const table = {
    sheet: school ? i18n._('Theo lớp') : i18n._('Theo trường'),
    firstTitle: school ? i18n._('Lớp') : i18n._('Trường'),
    columns: listColumns(i18n),
    rows: [
      ...parts.map((part) => ({ title: part.name, counts: part })),
      { title: i18n._('Tổng'), counts: totals },
    ],
  };
  return write(report, { scope, period, i18n }, table);
}

export function toClassSpreadsheet(
  report: ClassReport,
  period: ReportPeriod,
  i18n: I18n,
): Promise<SpreadsheetFile> {
  const { students, totals, school_name, class_name: className } = report;
  const excused = students.reduce((sum, student) => sum + student.excused, 0);
  const table = {
    sheet: i18n._('Theo học sinh'),
    firstTitle: i18n._('Họ và tên'),
    columns: listStudentColumns(i18n),
    rows: [
      ...students.map((student) => ({ title: student.full_name, counts: student })),
      { title: i18n._('Tổng'), counts: { ...totals, excused } },
    ],
  };
  const scope = `${school_name}, ${i18n._('Lớp {className}', { className })}`;
  return write(report, { scope, period, i18n }, table);
}

interface Column<Counts> {
  title: string;
  toCell: (counts: Counts) => Cell;
}

interface Table<Counts> {
  sheet: string;
  firstTitle: string;
  columns: Column<Counts>[];
  rows: { title: string; counts: Counts }[];
}

const count = (value: number) => number(value, { ...border, ...centred });

function listColumns(i18n: I18n): Column<ReportCounts>[] {
  return [
    { title: i18n._('Có mặt'), toCell: ({ present }) => count(present) },
    { title: i18n._('Lượt điểm danh'), toCell: ({ total }) => count(total) },
    { title: i18n._('Tỉ lệ'), toCell: ({ present, total }) => rateCell(present, total) },
    { title: i18n._('Bài đã dạy'), toCell: ({ sheets }) => count(sheets) },
    { title: i18n._('Bài theo kế hoạch'), toCell: ({ due }) => count(due) },
    { title: i18n._('Sĩ số'), toCell: ({ students }) => count(students) },
    { title: i18n._('Tham gia'), toCell: ({ participants }) => count(participants) },
  ];
}

function listStudentColumns(i18n: I18n): Column<Omit<StudentPart, 'id' | 'full_name'>>[] {
  return [
    { title: i18n._('Có mặt'), toCell: ({ present }) => count(present) },
    { title: i18n._('Vắng'), toCell: ({ present, total }) => count(total - present) },
    { title: i18n._('Có phép'), toCell: ({ excused }) => count(excused) },
    { title: i18n._('Tỉ lệ'), toCell: ({ present, total }) => rateCell(present, total) },
    { title: i18n._('Tham gia'), toCell: ({ participants }) => count(participants) },
  ];
}

interface Context {
  scope: string;
  period: ReportPeriod;
  i18n: I18n;
}

async function write<Counts>(
  { school_year, steps }: Report | ClassReport,
  { scope, period, i18n }: Context,
  table: Table<Counts>,
): Promise<SpreadsheetFile> {
  // Rarely used, so not loaded at startup.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const { by, week, month } = period;
  const years = `${school_year}-${school_year + 1}`;
  const yearTitle = i18n._('Báo cáo {scope}, năm học {years}', { scope, years });
  const periodTitle = [
    ...(month ? [i18n._('Tháng {month}', { month })] : []),
    ...(week ? [i18n._('Tuần {week}', { week })] : []),
  ];
  const stepTable: Table<ReportCounts> = {
    sheet: by === 'week' ? i18n._('Theo tuần') : i18n._('Theo tháng'),
    firstTitle: by === 'week' ? i18n._('Tuần') : i18n._('Tháng'),
    columns: listColumns(i18n),
    rows: steps.map((step) => ({ title: String(step.number), counts: step })),
  };
  const bytes = await writeExcelFile([
    makeSheet(table, [yearTitle, ...periodTitle].join(', ')),
    makeSheet(stepTable, yearTitle),
  ]).toBuffer();
  const name = i18n._('bao-cao-{name}-{years}', { name: fileNamePart(scope), years });
  return { name: `${name}.xlsx`, bytes };
}

const titleRows = 2;

function makeSheet<Counts>({ sheet, firstTitle, columns, rows }: Table<Counts>, title: string) {
  return {
    data: [
      [text(title, { fontWeight: 'bold' })],
      [
        text(firstTitle, heading),
        ...columns.map((column) => text(column.title, { ...heading, ...centred })),
      ],
      ...rows.map((row) => [
        text(row.title, border),
        ...columns.map(({ toCell }) => toCell(row.counts)),
      ]),
    ],
    sheet,
    orientation: 'landscape' as const,
    stickyRowsCount: titleRows,
    stickyColumnsCount: 1,
    columns: [{ width: 32 }, ...columns.map(() => ({ width: 16 }))],
  };
}
