import { t } from '@lingui/core/macro';

/** The grades are named 'Khối 1' to 'Khối 5' in the database. */
export function translateGrade(name: string): string {
  const number = /^Khối (\d+)$/.exec(name)?.[1];
  return number ? t`Khối ${number}` : name;
}
