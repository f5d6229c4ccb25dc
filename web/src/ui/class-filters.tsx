import { messages } from '@lop-xanh/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useChoices } from '../lib/choices.ts';
import { gradesQuery } from '../lib/grade.ts';
import { classChoices, schoolClassesQuery } from '../lib/schools.ts';
import { NativeSelect } from './native-select.tsx';

interface Props {
  schoolId: number;
  /** Whether those without a class can be asked for too. */
  hasPending?: boolean;
  /** Whether the names stand above the fields. */
  hasLabels?: boolean;
}

const named = (name: string, isShown: boolean) =>
  isShown ? { label: name } : { 'aria-label': name };

/** A grade, and a class of it; both stand in the page's address. */
export function ClassFilters({ schoolId, hasPending = false, hasLabels = false }: Props) {
  const { params, choose } = useChoices();
  const { data: all = [] } = useQuery(schoolClassesQuery(schoolId));
  const grade = params.get('grade') ?? '';
  const ofGrade = all.filter(({ grade_id }) => grade === '' || String(grade_id) === grade);
  const others = { page: null, student: null };
  return (
    <>
      <GradeFilter hasLabel={hasLabels} />
      <NativeSelect
        {...named('Class', hasLabels)}
        value={params.get('class') ?? ''}
        onChange={({ currentTarget }) => choose({ class: currentTarget.value || null, ...others })}
        data={[
          { value: '', label: 'Mọi lớp' },
          ...(hasPending && grade === ''
            ? [{ value: 'none', label: messages.accounts.pendingAssignment }]
            : []),
          ...classChoices(ofGrade),
        ]}
      />
    </>
  );
}

export function GradeFilter({ hasLabel = false }: { hasLabel?: boolean }) {
  const { params, choose } = useChoices();
  const { data: grades = [] } = useQuery(gradesQuery);
  return (
    <NativeSelect
      {...named('Grade', hasLabel)}
      value={params.get('grade') ?? ''}
      onChange={({ currentTarget }) =>
        choose({ grade: currentTarget.value || null, class: null, page: null, student: null })
      }
      data={[
        { value: '', label: 'Mọi khối' },
        ...grades.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
