import { t } from '@lingui/core/macro';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import type { SchoolYear } from '@lop-xanh/contract/years';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { useChosenYear } from './school-years.ts';

interface Props {
  schoolYears: readonly SchoolYear[] | undefined;
  /** Offers all years, as the default instead of the current one, under a visible label. */
  isFilter?: boolean;
  /** Other selections in the URL that belong to the former year. */
  resetParams?: Record<string, null>;
  className?: string | undefined;
}

/** Selects a school year, kept in the URL. Hidden while the school has only one. */
export function SchoolYearSelect({ schoolYears, isFilter = false, resetParams, className }: Props) {
  const { choose } = useUrlParams();
  const chosenYear = useChosenYear();
  if (!schoolYears || schoolYears.length < 2) return null;
  const getValue = ({ year, isCurrent }: SchoolYear) =>
    isCurrent && !isFilter ? '' : String(year);
  const chosen = schoolYears.find(({ year }) => year === chosenYear);
  return (
    <NativeSelect
      {...(isFilter ? { label: t`Năm học` } : { 'aria-label': t`Năm học` })}
      className={className ?? ''}
      value={chosen ? getValue(chosen) : ''}
      data={[
        ...(isFilter ? [{ value: '', label: t`Mọi năm học` }] : []),
        ...schoolYears.map((schoolYear) => ({
          value: getValue(schoolYear),
          label: isFilter ? formatSchoolYear(schoolYear.year) : getSchoolYearLabel(schoolYear.year),
        })),
      ]}
      onChange={({ currentTarget }) =>
        choose({ school_year: currentTarget.value || null, ...resetParams })
      }
    />
  );
}
