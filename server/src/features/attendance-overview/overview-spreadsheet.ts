import type { I18n } from '@lingui/core';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import type { Row } from 'write-excel-file/node';
import {
  border,
  centred,
  fileNamePart,
  fitToOnePage,
  heading,
  number,
  rateCell,
  text,
} from '../../tables/spreadsheet.ts';

/** Writes the year of a school as an XLSX file: a page for its classes, and one for the absences of the chosen week. */
export async function toSpreadsheet(
  overview: AttendanceOverview,
  i18n: I18n,
): Promise<{ name: string; bytes: Buffer }> {
  // Rarely used, so not loaded at startup.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const sheets = [makeClassesSheet(overview, i18n), makeAbsencesSheet(overview, i18n)];
  const bytes = await writeExcelFile(sheets, { features: [fitToOnePage] }).toBuffer();
  const name = i18n._('diem-danh-{className}-{years}', {
    className: fileNamePart(overview.school_name),
    years: formatYears(overview),
  });
  return { name: `${name}.xlsx`, bytes };
}

const formatYears = ({ school_year: year }: AttendanceOverview) => `${year}-${year + 1}`;

function makeClassesSheet(overview: AttendanceOverview, i18n: I18n) {
  const title = i18n._('Điểm danh {school}, năm học {years}', {
    school: overview.school_name,
    years: formatYears(overview),
  });
  const rows: Row[] = [
    [text(title, { fontWeight: 'bold' })],
    [
      text(i18n._('Lớp'), heading),
      text(i18n._('Giáo viên'), heading),
      ...allWeeks.map((week) => number(week, { ...heading, ...centred })),
      text(i18n._('Tỉ lệ'), { ...heading, ...centred }),
    ],
    ...overview.classes.map(({ name, teacher, weeks }) => {
      const saved = new Map(weeks.map((week) => [week.week, week]));
      return [
        text(name, border),
        text(teacher?.full_name ?? '', border),
        ...allWeeks.map((week) => rateCell(saved.get(week)?.present, saved.get(week)?.total)),
        rateCell(sum(weeks, 'present'), sum(weeks, 'total')),
      ];
    }),
  ];
  return {
    data: rows,
    sheet: i18n._('Điểm danh'),
    orientation: 'landscape' as const,
    stickyRowsCount: 2,
    stickyColumnsCount: 2,
    columns: [{ width: 8 }, { width: 28 }, ...allWeeks.map(() => ({ width: 6 })), { width: 8 }],
  };
}

function makeAbsencesSheet({ week, absences }: AttendanceOverview, i18n: I18n) {
  const titles = [
    i18n._('Lớp'),
    i18n._('Họ và tên'),
    i18n._('Phép'),
    i18n._('Số tuần liền'),
    i18n._('Ghi chú'),
  ];
  return {
    data: [
      titles.map((title) => text(title, heading)),
      ...absences.map(({ class_name, full_name, isExcused, inARow, note }) => [
        text(class_name, border),
        text(full_name, border),
        text(describeExcuse(isExcused, i18n), border),
        number(inARow, { ...border, ...centred }),
        text(note, border),
      ]),
    ],
    sheet: i18n._('Vắng tuần {week}', { week }),
    orientation: 'landscape' as const,
    stickyRowsCount: 1,
    columns: [8, 28, 14, 12, 40].map((width) => ({ width })),
  };
}

/** Empty for an absence of a time when nobody recorded it. */
function describeExcuse(isExcused: boolean | null, i18n: I18n): string {
  if (isExcused === null) return '';
  return isExcused ? i18n._('Có phép') : i18n._('Không phép');
}

function sum(weeks: { present: number; total: number }[], field: 'present' | 'total'): number {
  return weeks.reduce((total, week) => total + week[field], 0);
}
