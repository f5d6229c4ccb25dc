import { t } from '@lingui/core/macro';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';

export function getSchoolYearLabel(year: number): string {
  const schoolYear = formatSchoolYear(year);
  return t`Năm học ${schoolYear}`;
}
