import { i18n } from '@lingui/core';

/** '97,4%'; a dash without any record. */
export function formatRate(rate: number | undefined): string {
  if (rate === undefined) return '–';
  return rate.toLocaleString(i18n.locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** '91%', '98,5%' */
export function formatLimit(rate: number): string {
  return rate.toLocaleString(i18n.locale, { style: 'percent', maximumFractionDigits: 1 });
}

/** '+1,3' percentage points. */
export function formatChange(change: number): string {
  return (change * 100).toLocaleString(i18n.locale, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}
