import type { AttendanceOverview, ClassOverview } from '@lop-xanh/contract/attendance-overview';
import { allWeeks } from '@lop-xanh/contract/rules/weeks';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { navigate } from '../../lib/routing/navigate.ts';
import { useChosenYear } from '../years/public.ts';
import type { Cell } from './overview-figures.ts';

interface Input {
  overview: AttendanceOverview;
  rows: ClassOverview[];
  onShow: (cell: Cell | undefined) => void;
}

const moves: Record<string, [rows: number, weeks: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -allWeeks.length],
  End: [0, allWeeks.length],
};

/** The arrows move from cell to cell, Enter and a click open the sheet. */
export function useHeatKeys({ overview, rows, onShow }: Input) {
  const chosenYear = useChosenYear();
  const [focused, setFocused] = useState<{ classId: number; week: number }>();
  const tabStop =
    focused && rows.some(({ id }) => id === focused.classId)
      ? focused
      : { classId: rows[0]?.id, week: overview.week };

  const findCell = (target: EventTarget): Cell | undefined => {
    const cell = (target as Element).closest<HTMLElement>('td[data-week]');
    const schoolClass = rows.find(({ id }) => id === Number(cell?.dataset.class));
    return schoolClass && { schoolClass, week: Number(cell?.dataset.week) };
  };
  const openSheet = ({ schoolClass, week }: Cell) => {
    const year = chosenYear ? `&school_year=${chosenYear}` : '';
    navigate(
      `${paths.classes}?class=${schoolClass.id}&week=${week}&school=${overview.school_id}${year}`,
    );
  };

  const tableProps = {
    onClick({ target }: MouseEvent) {
      const cell = findCell(target);
      if (cell) openSheet(cell);
    },
    onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
      const cell = findCell(event.target);
      if (!cell) return;
      if (event.key === 'Enter') return openSheet(cell);
      const move = moves[event.key];
      if (!move) return;
      event.preventDefault();
      const row = rows.indexOf(cell.schoolClass) + move[0];
      const classId = rows[Math.max(0, Math.min(rows.length - 1, row))]?.id;
      const week = Math.max(1, Math.min(allWeeks.length, cell.week + move[1]));
      // A class without a sheet has no cells after the chosen week.
      const selector = `td[data-class="${classId}"][data-week="${week}"]`;
      event.currentTarget.querySelector<HTMLElement>(selector)?.focus();
    },
    onFocus({ target }: FocusEvent) {
      const cell = findCell(target);
      onShow(cell);
      if (cell) setFocused({ classId: cell.schoolClass.id, week: cell.week });
    },
    onBlur: () => onShow(undefined),
    onMouseOver: ({ target }: MouseEvent) => onShow(findCell(target)),
    onMouseLeave: () => onShow(undefined),
  };
  const isTabStop = ({ id }: ClassOverview, week: number) =>
    id === tabStop.classId && week === tabStop.week;
  return { tableProps, isTabStop };
}
