import { t } from '@lingui/core/macro';

/** The day on a paper form. */
export function validateDay(day: string, today: string): string | null {
  if (day === '') return t`Hãy chọn ngày`;
  return day > today ? t`Ngày này chưa tới` : null;
}
