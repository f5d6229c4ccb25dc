import type { Grade } from '@lop-xanh/contract/classes';
import { NativeSelect } from './native-select.tsx';

interface Props {
  grades: readonly Grade[];
  grade: Grade;
  onChoose: (id: number) => void;
}

/** Shown only to users with several grades. */
export function GradeSelect({ grades, grade, onChoose }: Props) {
  if (grades.length < 2) return null;
  return (
    <NativeSelect
      aria-label="Khối"
      value={String(grade.id)}
      data={grades.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    />
  );
}
