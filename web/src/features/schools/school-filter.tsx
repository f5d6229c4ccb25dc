import { t } from '@lingui/core/macro';
import { useUrlParams } from '../../lib/url-params.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { useSchool } from './use-school.ts';

/** Hidden for a Mod, who has only one school. */
export function SchoolFilter() {
  const { schools = [], school } = useSchool();
  const { choose } = useUrlParams();
  if (schools.length < 2) return null;
  return (
    <NativeSelect
      label={t`Trường`}
      value={String(school?.id ?? '')}
      data={schools.map(({ id, school_name }) => ({ value: String(id), label: school_name }))}
      onChange={(event) =>
        choose({
          school: event.currentTarget.value,
          school_year: null,
          grade: null,
          class: null,
          student: null,
          teacher: null,
        })
      }
    />
  );
}
