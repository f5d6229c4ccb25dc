import { t } from '@lingui/core/macro';
import type { Substitute } from '@lop-xanh/contract/classes';
import { formatDay } from '@lop-xanh/contract/rules/dates';

/** Who stands in for the homeroom teacher, and until when. */
export function describeSubstitute(substitute: Substitute): string {
  const { full_name: name } = substitute;
  const period = describePeriod(substitute);
  return t`Dạy thay: ${name} ${period}`;
}

/** The last day of a substitution, and its first day if it has not begun. */
export function describePeriod(substitute: Substitute): string {
  const from = formatDay(substitute.from);
  const until = formatDay(substitute.until);
  return substitute.isNow ? t`đến ${until}` : t`từ ${from} đến ${until}`;
}
