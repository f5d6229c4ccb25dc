import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { translateGrade } from '../../language/grade-name.ts';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { gradesQuery } from './grades.ts';
import { schoolClassesQuery, toClassOptions } from './school-classes.ts';

interface Props {
  schoolId: number;
  /** The year of the classes; by default the current one. */
  schoolYear?: number | undefined;
  /** Offers a filter for accounts without a class. */
  hasPending?: boolean;
  /** Shows visible labels above the fields. */
  hasLabels?: boolean;
}

const getLabelProps = (label: string, isVisible: boolean) =>
  isVisible ? { label, labelProps: { lang: getTextLanguage(label) } } : { 'aria-label': label };

/** A grade and a class of it, both kept in the URL. */
export function ClassFilters({
  schoolId,
  schoolYear,
  hasPending = false,
  hasLabels = false,
}: Props) {
  const { params, choose } = useUrlParams();
  const { data: schoolClasses = [] } = useQuery(schoolClassesQuery(schoolId, schoolYear));
  const grade = params.get('grade') ?? '';
  const classesOfGrade = schoolClasses.filter(
    ({ grade_id }) => grade === '' || String(grade_id) === grade,
  );
  const resetParams = { page: null, student: null };
  return (
    <>
      <GradeFilter hasLabel={hasLabels} />
      <NativeSelect
        {...getLabelProps(t`Class`, hasLabels)}
        value={params.get('class') ?? ''}
        onChange={({ currentTarget }) =>
          choose({ class: currentTarget.value || null, ...resetParams })
        }
        data={[
          { value: '', label: t`Mọi lớp` },
          ...(hasPending && grade === ''
            ? [{ value: 'none', label: messages.accounts.pendingAssignment }]
            : []),
          ...toClassOptions(classesOfGrade),
        ]}
      />
    </>
  );
}

export function GradeFilter({ hasLabel = false }: { hasLabel?: boolean }) {
  const { params, choose } = useUrlParams();
  const { data: grades = [] } = useQuery(gradesQuery);
  return (
    <NativeSelect
      {...getLabelProps(t`Grade`, hasLabel)}
      value={params.get('grade') ?? ''}
      onChange={({ currentTarget }) =>
        choose({ grade: currentTarget.value || null, class: null, page: null, student: null })
      }
      data={[
        { value: '', label: t`Mọi khối` },
        ...grades.map(({ id, name }) => ({ value: String(id), label: translateGrade(name) })),
      ]}
    />
  );
}
