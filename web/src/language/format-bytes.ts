import { i18n } from '@lingui/core';

const units = ['kB', 'MB', 'GB', 'TB'];

/** '0 kB', '1,4 GB'. */
export function formatBytes(bytes: number): string {
  let amount = bytes / 1000;
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const maximumFractionDigits = amount < 10 && unit > 0 ? 1 : 0;
  return `${amount.toLocaleString(i18n.locale, { maximumFractionDigits })} ${units[unit]}`;
}
