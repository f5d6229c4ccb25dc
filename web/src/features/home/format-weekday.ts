import { t } from '@lingui/core/macro';
import { formatDay } from '@lop-xanh/contract/rules/dates';

/** 'Thứ Năm, 12/11'. */
export function formatWeekday(day: string): string {
  const weekdays = [
    t`Chủ nhật`,
    t`Thứ Hai`,
    t`Thứ Ba`,
    t`Thứ Tư`,
    t`Thứ Năm`,
    t`Thứ Sáu`,
    t`Thứ Bảy`,
  ];
  return `${weekdays[new Date(day).getUTCDay()]}, ${formatShortDay(day)}`;
}

/** '12/11'. */
export function formatShortDay(day: string): string {
  return formatDay(day).slice(0, 'DD/MM'.length);
}
