import { useCallback, useEffect, useRef, useState } from 'react';

/** Stands for the students without a class. */
export const newcomersId = 0;

interface Place {
  /** The current grade; 0 for new students. */
  grade?: number;
  classId?: number;
  /** The field to focus. */
  fieldId: string;
}

/** Which grades and classes are open, by id. */
export function useOpenRows(firstGrade: number | undefined) {
  const [grades, setGrades] = useState<ReadonlySet<number>>(
    new Set(firstGrade === undefined ? [] : [firstGrade]),
  );
  const [classes, setClasses] = useState<ReadonlySet<number>>(new Set());
  const wanted = useRef<string>(null);
  const toggleGrade = useCallback((grade: number) => setGrades((old) => toggle(old, grade)), []);
  const toggleClass = useCallback((id: number) => setClasses((old) => toggle(old, id)), []);

  /** Opens what hides a field and focuses it. */
  const reveal = useCallback(({ grade, classId, fieldId }: Place) => {
    wanted.current = fieldId;
    setGrades((old) => withItem(old, grade));
    setClasses((old) => withItem(old, classId));
  }, []);
  useEffect(() => {
    if (wanted.current === null) return;
    const field = document.getElementById(wanted.current);
    if (!field) return;
    wanted.current = null;
    field.scrollIntoView({ block: 'center' });
    field.focus({ preventScroll: true });
    if (field instanceof HTMLInputElement) field.select();
  });
  return { grades, classes, toggleGrade, toggleClass, reveal };
}

export type OpenRows = ReturnType<typeof useOpenRows>;

/** Always a new set, so that the field is focused even if nothing had to be opened. */
function withItem(set: ReadonlySet<number>, id: number | undefined): ReadonlySet<number> {
  return new Set(id === undefined ? set : [...set, id]);
}

function toggle(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
