import { t } from '@lingui/core/macro';

/** A school year is named by its first calendar year. */
export function formatSchoolYear(year: number): string {
  return `${year}–${year + 1}`;
}

export function getSchoolYearLabel(year: number): string {
  const schoolYear = formatSchoolYear(year);
  return t`Năm học ${schoolYear}`;
}
