import { useChoices } from '../../lib/choices.ts';
import { useSchool } from '../../lib/schools.ts';
import { NativeSelect } from '../../ui/native-select.tsx';

/** For those who look into several schools; a Mod sees nothing of it. */
export function SchoolFilter() {
  const { schools = [], school } = useSchool();
  const { choose } = useChoices();
  if (schools.length < 2) return null;
  return (
    <NativeSelect
      label="School"
      value={String(school?.id ?? '')}
      data={schools.map(({ id, school_name }) => ({ value: String(id), label: school_name }))}
      onChange={(event) =>
        choose({
          school: event.currentTarget.value,
          grade: null,
          class: null,
          student: null,
          teacher: null,
        })
      }
    />
  );
}
