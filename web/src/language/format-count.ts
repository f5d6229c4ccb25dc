import { i18n } from '@lingui/core';

/** 1185 as '1.185' in Vietnamese. */
export function formatCount(count: number): string {
  return count.toLocaleString(i18n.locale);
}
