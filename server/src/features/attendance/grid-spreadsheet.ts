import type { I18n } from '@lingui/core';
import { type AttendanceGrid, markLetters } from '@lop-xanh/contract/attendance';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import type { Cell, Row } from 'write-excel-file/node';
import { listChangeTitles, toChangeCells } from '../../tables/attendance-changes.ts';
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
import type { YearChange } from './corrections.service.ts';

/** Writes the grid as an XLSX file that prints on one landscape page. */
export async function toSpreadsheet(
  grid: AttendanceGrid,
  changes: YearChange[],
  i18n: I18n,
): Promise<{ name: string; bytes: Buffer }> {
  const { class_name: className } = grid;
  const years = `${grid.school_year}-${grid.school_year + 1}`;
  const [present, absent, excused] = ['x', i18n._('V'), i18n._('P')];
  const symbols = { present, absent, excused };
  // Of an earlier version: then an absence without leave cannot be told from others.
  const hasUnknown = grid.students.some(({ unknown }) => unknown.length > 0);
  const absentTitle = hasUnknown ? i18n._('Vắng') : i18n._('Không phép');
  const markTexts: Record<string, string> = {
    [markLetters.present]: present,
    [markLetters.absent]: absent,
    [markLetters.none]: '',
  };
  const weeks = new Map(grid.weeks.map((week) => [week.week, week]));
  const perWeek = (toCell: (week: AttendanceGrid['weeks'][number] | undefined) => Cell) =>
    allWeeks.map((week) => toCell(weeks.get(week)));

  const rows: Row[] = [
    [
      text(i18n._('Điểm danh lớp {className}, năm học {years}', { className, years }), {
        fontWeight: 'bold',
      }),
    ],
    [text([grid.school_name, grid.teacher_full_name].filter(Boolean).join(' · '), {})],
    [
      text(
        hasUnknown
          ? i18n._('{present}: có mặt, {absent}: vắng, {excused}: vắng có phép', symbols)
          : i18n._(
              '{present}: có mặt, {absent}: vắng không phép, {excused}: vắng có phép',
              symbols,
            ),
        {},
      ),
    ],
    changes.length === 0 ? [] : [text(i18n._('*: đã sửa, xem trang “Các lần sửa”'), {})],
    [
      text(i18n._('STT'), { ...heading, ...centred }),
      text(i18n._('Họ và tên'), heading),
      ...allWeeks.map((week) => number(week, { ...heading, ...centred })),
      ...[i18n._('Có mặt'), i18n._('Có phép'), absentTitle, i18n._('Tỉ lệ')].map((title) =>
        text(title, { ...heading, ...centred }),
      ),
    ],
    [
      text('', border),
      text(i18n._('Ngày'), border),
      ...perWeek((week) =>
        text(week ? formatDay(week.date) : '', { ...border, ...centred, textRotation: 90 }),
      ),
      ...['', '', '', ''].map((blank) => text(blank, border)),
    ],
    ...grid.students.map(({ full_name, marks, corrected, present, total, ...row }, index) => [
      number(index + 1, { ...border, ...centred }),
      text(full_name, border),
      ...[...marks].map((letter, weekIndex) => {
        const star = corrected.includes(weekIndex + 1) ? '*' : '';
        const mark = row.excused.includes(weekIndex + 1) ? excused : markTexts[letter];
        return text(`${mark ?? ''}${star}`, { ...border, ...centred });
      }),
      number(present, { ...border, ...centred }),
      number(row.excused.length, { ...border, ...centred }),
      number(total - present - row.excused.length, { ...border, ...centred }),
      rateCell(present, total),
    ]),
    [
      text('', heading),
      text(i18n._('Tỉ lệ có mặt'), heading),
      ...perWeek((week) => rateCell(week?.present, week?.total)),
    ],
  ];
  const sheet = {
    data: rows,
    sheet: i18n._('Điểm danh'),
    orientation: 'landscape' as const,
    stickyRowsCount: 5,
    stickyColumnsCount: 2,
    columns: [
      { width: 5 },
      { width: 28 },
      ...allWeeks.map(() => ({ width: 4.5 })),
      { width: 8 },
      { width: 8 },
      { width: 11 },
      { width: 8 },
    ],
  };
  // Rarely used, so not loaded at startup.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const sheets = changes.length === 0 ? [sheet] : [sheet, makeChangesSheet(changes, i18n)];
  const bytes = await writeExcelFile(sheets, { features: [fitToOnePage] }).toBuffer();
  const name = i18n._('diem-danh-{className}-{years}', {
    className: fileNamePart(className),
    years,
  });
  return { name: `${name}.xlsx`, bytes };
}

function makeChangesSheet(changes: YearChange[], i18n: I18n) {
  const titles = [i18n._('Tuần'), i18n._('Họ và tên'), ...listChangeTitles(i18n)];
  return {
    data: [
      titles.map((title) => text(title, heading)),
      ...changes.map(({ week, full_name, ...change }) => [
        number(week, border),
        text(full_name, border),
        ...toChangeCells(change, i18n).map((value) => text(value, border)),
      ]),
    ],
    sheet: i18n._('Các lần sửa'),
    orientation: 'landscape' as const,
    stickyRowsCount: 1,
    columns: [8, 28, 24, 24, 36, 24, 18].map((width) => ({ width })),
  };
}
