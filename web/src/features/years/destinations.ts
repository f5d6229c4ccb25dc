import { type Destination, graduates, leaves } from '@lop-xanh/contract/rules/rollover';
import type { SelectOption, SelectOptions } from './dense-select.tsx';
import { allGrades, firstGrade, lastGrade, type NewClass } from './plan-edits.ts';
import { getGradeName, getMoveName } from './plan-texts.ts';

/** What a select shows for a destination that nobody has decided. */
const undecided = 'none';

export function toValue(to: Destination): string {
  return to ?? undecided;
}

export function toDestination(value: string): Destination {
  return value === undecided ? null : (value as Destination);
}

type ClassName = Pick<NewClass, 'key' | 'name' | 'grade_id'>;

function listClasses(classes: readonly ClassName[], grade: number): SelectOption[] {
  return classes
    .filter(({ grade_id }) => grade_id === grade)
    .map(({ key, name }) => ({ value: key, label: name }));
}

const group = (label: string, items: SelectOption[]): SelectOptions =>
  items.length > 0 ? [{ group: label, items }] : [];

/** For the students of a grade, or of none (0). */
export function listStudentOptions(classes: readonly ClassName[], grade: number): SelectOptions {
  return [
    { value: undecided, label: getMoveName('unplaced') },
    ...group(
      grade < firstGrade ? getMoveName('admitted') : getMoveName('promoted'),
      grade < lastGrade ? listClasses(classes, grade + 1) : [],
    ),
    ...(grade === lastGrade ? [{ value: graduates, label: getMoveName('graduating') }] : []),
    ...group(getMoveName('retained'), listClasses(classes, grade)),
    { value: leaves, label: getMoveName('leaving') },
  ];
}

/** For a whole class: first the classes of the next grade, which are the usual ones. */
export function listSuccessorOptions(classes: readonly ClassName[], grade: number): SelectOptions {
  const grades = allGrades.toSorted((a, b) => Number(b === grade + 1) - Number(a === grade + 1));
  return [
    { value: undecided, label: getMoveName('unplaced') },
    ...(grade === lastGrade ? [{ value: graduates, label: getMoveName('graduating') }] : []),
    ...grades.flatMap((other) => group(getGradeName(other), listClasses(classes, other))),
  ];
}

/** For any selection of students. */
export function listAllOptions(classes: readonly ClassName[]): SelectOptions {
  return [
    ...allGrades.flatMap((grade) => group(getGradeName(grade), listClasses(classes, grade))),
    { value: leaves, label: getMoveName('leaving') },
    { value: graduates, label: getMoveName('graduating') },
    { value: undecided, label: getMoveName('unplaced') },
  ];
}

/** Adds the option of an unusual destination, such as a grade that is skipped. */
export function withOption(options: SelectOptions, value: string, label: string): SelectOptions {
  const isListed = options.some((option) =>
    'group' in option ? option.items.some((item) => item.value === value) : option.value === value,
  );
  return isListed ? options : [...options, { value, label }];
}
