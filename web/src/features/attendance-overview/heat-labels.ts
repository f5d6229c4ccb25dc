import { t } from '@lingui/core/macro';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { type Cell, findWeek, type Heat, heatLevels } from './overview-figures.ts';

/** '4D · Tuần 9 · 02/11/2026: 30/34 có mặt, 4 vắng' */
export function describeCell({ schoolClass, week }: Cell): string {
  const { name } = schoolClass;
  const saved = findWeek(schoolClass, week);
  if (!saved) return t`${name} · Tuần ${week}: chưa có phiếu`;
  const { present, total } = saved;
  const day = formatDay(saved.date);
  const absent = total - present;
  return t`${name} · Tuần ${week} · ${day}: ${present}/${total} có mặt, ${absent} vắng`;
}

/** 'từ 98,5%' */
export function describeHeat(heat: Heat, format: (rate: number) => string): string {
  const index = heatLevels.findIndex((level) => level.heat === heat);
  const above = heatLevels[index - 1];
  const isLowest = index === heatLevels.length - 1;
  const rate = format((isLowest ? above?.from : heatLevels[index]?.from) ?? 0);
  return isLowest ? t`dưới ${rate}` : t`từ ${rate}`;
}
